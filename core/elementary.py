#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints core/elementary_terms.h: the polynomials of core/elementary.c and core/deviance.c.

Each function is interpolated at the Chebyshev nodes of its interval, which is within a small
factor of the best polynomial; 60 decimal digits, each coefficient rounded once.

With the name of a file it compares instead of printing, and fails when the file differs.
"""
import io
import sys
from contextlib import redirect_stdout
from decimal import Decimal, getcontext
from fractions import Fraction
from math import comb

getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494")
LN2 = Decimal(2).ln()


def cosine(x):
    term = total = Decimal(1)
    for i in range(1, 60):
        term *= -x * x / ((2 * i - 1) * (2 * i))
        total += term
    return total


def interpolate(function, low, high, terms):
    """Coefficients, constant first, of the polynomial through the Chebyshev nodes (Newton)."""
    nodes = [(low + high) / 2 + (high - low) / 2 * cosine(PI * (2 * i + 1) / (2 * terms)) for i in range(terms)]
    divided = [function(x) for x in nodes]
    for step in range(1, terms):
        for i in range(terms - 1, step - 1, -1):
            divided[i] = (divided[i] - divided[i - 1]) / (nodes[i] - nodes[i - step])
    poly = [Decimal(0)] * terms
    for i in range(terms - 1, -1, -1):  # poly = poly * (x - node) + divided
        poly = [(poly[j - 1] if j else 0) - nodes[i] * poly[j] for j in range(terms)]
        poly[0] += divided[i]
    return poly


def atanh_rest(z):
    """(2 atanh(s) / s - 2) / z with z = s^2, so that log((1 + s) / (1 - s)) = 2 s + s z rest(z)."""
    return sum(2 * z**i / (2 * i + 3) for i in range(60))


def exp_rest(r):
    """(exp(r) - 1 - r - r^2 / 2) / r^3."""
    total, term = Decimal(0), Decimal(1) / 6
    for i in range(60):
        total += term
        term *= r / (i + 4)
    return total


def bernoulli(n):
    """B_0, B_1, ..., B_n."""
    out = [Fraction(1)]
    for m in range(1, n + 1):
        out.append(-sum(comb(m + 1, k) * out[k] for k in range(m)) / (m + 1))
    return out


def stirling_error(k):
    """log k! - log(sqrt(2 pi k) (k / e)^k)."""
    factorial = Decimal(1)
    for i in range(2, k + 1):
        factorial *= i
    k = Decimal(k)
    return factorial.ln() - (2 * PI * k).ln() / 2 - k * k.ln() + k


def array(name, values, comment):
    print("/* %s */" % comment)
    print("static const double %s[%d] = {" % (name, len(values)))
    texts = [float(value).hex() for value in values]
    for i in range(0, len(texts), 4):
        print("\t" + ", ".join(texts[i : i + 4]) + ",")
    print("};\n")


def main():
    print("/* SPDX-License-Identifier: GPL-3.0-or-later */")
    print("/* Written by core/elementary.py: do not edit. */")
    print("/* clang-format off */")
    print("#ifndef HEAPODDS_CORE_ELEMENTARY_TERMS_H\n#define HEAPODDS_CORE_ELEMENTARY_TERMS_H\n")
    high = Fraction(LN2) * 2**40
    ln2_high = Decimal(int(high)) / 2**40
    print("/* log 2 in two parts: k * LN2_HIGH is exact for |k| < 2^13. */")
    print("#define LN2_HIGH %s" % float(ln2_high).hex())
    print("#define LN2_LOW %s" % float(LN2 - ln2_high).hex())
    print("#define LN2_INVERSE %s\n" % float(1 / LN2).hex())
    s2 = (3 - 2 * Decimal(2).sqrt()) ** 2  # ((sqrt 2 - 1) / (sqrt 2 + 1))^2
    array("log_terms", interpolate(atanh_rest, Decimal(0), s2, 7),
          "log((1 + s) / (1 - s)) = 2 s + s^3 P(s^2) for |s| <= 3 - 2 sqrt 2")
    array("exp_terms", interpolate(exp_rest, -LN2 / 2, LN2 / 2, 10),
          "exp(r) = 1 + r + r^2 / 2 + r^3 P(r) for |r| <= (log 2) / 2")
    b = bernoulli(12)
    array("stirling_terms", [Decimal(t.numerator) / t.denominator
                             for t in (b[2 * i] / (2 * i * (2 * i - 1)) for i in range(1, 7))],
          "log k! = log(sqrt(2 pi k) (k / e)^k) + P(1 / k^2) / k: B_{2i} / (2i (2i - 1))")
    array("stirling_small", [Decimal(0)] + [stirling_error(k) for k in range(1, 16)],
          "the same correction for k = 1 ... 15 ([0] is not used)")
    print("#endif")


text = io.StringIO()
with redirect_stdout(text):
    main()
if len(sys.argv) == 1:
    sys.stdout.write(text.getvalue())
elif open(sys.argv[1], encoding="utf-8").read() != text.getvalue():
    sys.exit("%s is not what %s prints" % (sys.argv[1], sys.argv[0]))

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints core/ziggurat.h: the layers of the exponential ziggurat (Marsaglia, Tsang 2000).

256 layers of equal area v under exp(-x). Layer 0 is the rectangle [0, r] x [0, exp(-r)] with the
tail beyond r; it has area v = (r + 1) exp(-r), as wide as x_0 = v / exp(-r) would be. Layer i >= 1
lies between exp(-x_i) and exp(-x_{i+1}), x_1 = r, and is x_i wide. r is the number that makes
the last layer end at exp(0) = 1 exactly. All is done with 45 decimal digits and rounded once.

With the name of a file it compares instead of printing, and fails when the file differs.
"""
import io
import sys
from contextlib import redirect_stdout
from decimal import Decimal, getcontext

getcontext().prec = 45
LAYERS = 256


def heights(r):
    """exp(-x_1), exp(-x_2), ..., exp(-x_256); the last one is 1 for the right r."""
    y = (-r).exp()
    v = (r + 1) * y
    out = [y]
    for _ in range(LAYERS - 1):
        y += v / -y.ln()
        if y >= 1:  # r is too small: the layers pass the top
            break
        out.append(y)
    out.append(y)
    return out


def excess(r):
    """Positive when r is too small; the sign is all that bisection needs."""
    ys = heights(r)
    return 1 if len(ys) <= LAYERS or ys[-1] > 1 else -1


def solve():
    low, high = Decimal(7), Decimal(8)
    while high - low > Decimal(10) ** -35:
        middle = (low + high) / 2
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    return high


def rows(values, form, width):
    texts = [form(value) for value in values]
    lines = [", ".join(texts[i : i + width]) for i in range(0, len(texts), width)]
    return "".join("\t" + line + ",\n" for line in lines)


def main():
    r = solve()
    ys = heights(r)[:LAYERS - 1] + [Decimal(1)]
    xs = [r + 1] + [-y.ln() for y in ys[:-1]] + [Decimal(0)]  # x_0 = v / exp(-r) = r + 1
    unit = Decimal(2) ** 53
    layers = [(int(unit * xs[i + 1] / xs[i]), float(xs[i] / unit)) for i in range(LAYERS)]
    print("/* SPDX-License-Identifier: GPL-3.0-or-later */")
    print("/* Written by core/ziggurat.py: do not edit. Only core/draws.c includes this file. */")
    print("/* clang-format off */")
    print("static const double ziggurat_end = %s; /* r = %.20f */\n" % (float(r).hex(), r))
    print("const struct ziggurat_layer ziggurat_layers[%d] = {" % LAYERS)
    print(rows(layers, lambda kw: "{%d, %s}" % (kw[0], kw[1].hex()), 2) + "};\n")
    print("/* exp(-x_i): the lower edge of layer i; [0] is the floor, [%d] the top. */" % LAYERS)
    print("static const double ziggurat_heights[%d] = {" % (LAYERS + 1))
    print(rows([0.0] + [float(y) for y in ys], float.hex, 4) + "};")


text = io.StringIO()
with redirect_stdout(text):
    main()
if len(sys.argv) == 1:
    sys.stdout.write(text.getvalue())
elif open(sys.argv[1], encoding="utf-8").read() != text.getvalue():
    sys.exit("%s is not what %s prints" % (sys.argv[1], sys.argv[0]))

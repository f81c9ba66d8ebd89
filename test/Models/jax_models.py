# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models that export.py takes from JAX: functions, and the shapes of their arguments."""

import jax
import jax.numpy as jnp

B, T, D, H, F, C = 2, 8, 32, 2, 64, 16


def layer_norm(x, scale, bias):
    mean = x.mean(-1, keepdims=True)
    variance = jnp.square(x - mean).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias


def rms_norm(x, scale):
    wide = x.astype(jnp.promote_types(x.dtype, jnp.float32))
    return (wide * jax.lax.rsqrt(jnp.square(wide).mean(-1, keepdims=True) + 1e-5)).astype(x.dtype) * scale


def mlp(w1, b1, w2, b2, x):
    return x + jax.nn.gelu(x @ w1 + b1) @ w2 + b2


def attention(wq, wk, wv, wo, scale, bias, x):
    """Causal, with a norm before and a residual after it."""
    n = layer_norm(x, scale, bias)
    q, k, v = ((n @ w).reshape(B, T, H, D // H) for w in (wq, wk, wv))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(D // H).astype(x.dtype)
    scores = jnp.where(jnp.tril(jnp.ones((T, T), bool)), scores, jnp.finfo(scores.dtype).min)
    y = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v)
    return x + y.reshape(B, T, D) @ wo


def decode(wq, wk, wv, wo, keys, values, x):
    """One token, whose key and value take the last place of the caches."""
    q, k, v = ((x @ w).reshape(B, 1, H, D // H) for w in (wq, wk, wv))
    keys, values = (jax.lax.dynamic_update_slice(c, t, (0, T - 1, 0, 0)) for c, t in ((keys, k), (values, v)))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, keys) * (D // H) ** -0.5
    y = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), values)
    return x + y.reshape(B, 1, D) @ wo, keys, values


def swiglu(scale, gate, up, down, x):
    n = rms_norm(x, scale)
    return x + (jax.nn.silu(n @ gate) * (n @ up)) @ down


def block(wq, wk, wv, wo, scale, bias, scale2, gate, up, down, x):
    return swiglu(scale2, gate, up, down, attention(wq, wk, wv, wo, scale, bias, x))


def patches(kernel, bias, scale, shift, x):
    """A patch embedding, channels last."""
    y = jax.lax.conv_general_dilated(x, kernel, (8, 8), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return layer_norm(y.reshape(B, -1, D) + bias, scale, shift)


def cross_entropy(table, weight, labels, ids):
    """The mean loss of a lookup and a product."""
    scores = jnp.take(table, ids, axis=0) @ weight
    return -jnp.take_along_axis(jax.nn.log_softmax(scores), labels[..., None], axis=-1).mean()


def gradients(function, count):
    """The mean square of `function`, and its gradients of the first `count` arguments."""
    return jax.value_and_grad(lambda *a: jnp.square(function(*a)).mean() / 2, argnums=tuple(range(count)))


MLP = dict(w1=(D, F), b1=(F,), w2=(F, D), b2=(D,), x=(B, T, D))
ATTENTION = dict(wq=(D, D), wk=(D, D), wv=(D, D), wo=(D, D), norm_scale=(D,), norm_bias=(D,))
SWIGLU = dict(norm2_scale=(D,), gate=(D, F), up=(D, F), down=(F, D), x=(B, T, D))

# Name: the function, the shapes of its arguments; int64 ones are named ids or labels and lie below `C`.
MODELS = {
    "mlp": (mlp, MLP),
    "attention": (attention, dict(ATTENTION, x=(B, T, D))),
    "block": (block, {**ATTENTION, **SWIGLU}),
    "decode": (
        decode,
        dict(
            wq=(D, D), wk=(D, D), wv=(D, D), wo=(D, D), keys=(B, T, H, D // H), values=(B, T, H, D // H), x=(B, 1, D)
        ),
    ),
    "patches": (patches, dict(kernel=(8, 8, 3, D), bias=(D,), norm_scale=(D,), norm_bias=(D,), x=(B, 16, 16, 3))),
    "cross_entropy": (cross_entropy, dict(table=(C, D), w=(D, C), labels=(B, T), ids=(B, T))),
    "mlp_train": (gradients(mlp, 5), MLP),
    "block_train": (gradients(block, 11), {**ATTENTION, **SWIGLU}),
}

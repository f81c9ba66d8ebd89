# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models that torch_models.py times, in plain PyTorch, of the published sizes, with random weights.

    MODELS["bert"].make()            a module
    MODELS["bert"].inputs(device)    what it takes
"""

import dataclasses
import math
from collections.abc import Callable

import torch
import torch.nn as nn
import torch.nn.functional as F


def split_heads(x, heads):
    """[batch, rows, heads · depth] as [batch, heads, rows, depth]."""
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).reshape(x.shape[0], x.shape[2], -1)


class SelfAttention(nn.Module):
    def __init__(self, width, heads, causal=False, bias=True, fused=False):
        super().__init__()
        self.heads, self.causal, self.fused = heads, causal, fused
        if fused:
            self.qkv = nn.Linear(width, 3 * width, bias)
        else:
            self.q, self.k, self.v = (nn.Linear(width, width, bias) for _ in range(3))
        self.out = nn.Linear(width, width, bias)

    def forward(self, x):
        parts = self.qkv(x).chunk(3, -1) if self.fused else (self.q(x), self.k(x), self.v(x))
        q, k, v = (split_heads(part, self.heads) for part in parts)
        return self.out(merge_heads(F.scaled_dot_product_attention(q, k, v, is_causal=self.causal)))


class MLP(nn.Module):
    def __init__(self, width, inner, approximate="none"):
        super().__init__()
        self.up, self.down, self.approximate = nn.Linear(width, inner), nn.Linear(inner, width), approximate

    def forward(self, x):
        return self.down(F.gelu(self.up(x), approximate=self.approximate))


class BertLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.attention, self.mlp = SelfAttention(width, heads), MLP(width, 4 * width)
        self.norm1, self.norm2 = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)

    def forward(self, x):
        x = self.norm1(x + self.attention(x))
        return self.norm2(x + self.mlp(x))


class Bert(nn.Module):
    """BERT-base, uncased: the encoder and the head that predicts words."""

    def __init__(self, vocabulary=30522, width=768, heads=12, layers=12, length=512):
        super().__init__()
        self.words, self.positions, self.types = (nn.Embedding(n, width) for n in (vocabulary, length, 2))
        self.norm = nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(BertLayer(width, heads) for _ in range(layers))
        self.dense, self.head_norm = nn.Linear(width, width), nn.LayerNorm(width, 1e-12)
        self.decode = nn.Linear(width, vocabulary)

    def forward(self, ids):
        positions = torch.arange(ids.shape[1], device=ids.device)
        x = self.norm(self.words(ids) + self.positions(positions) + self.types.weight[0])
        for layer in self.layers:
            x = layer(x)
        return self.decode(self.head_norm(F.gelu(self.dense(x))))


class PreNormLayer(nn.Module):
    """A layer of GPT-2 (causal, tanh gelu) or of ViT."""

    def __init__(self, width, heads, causal, approximate, eps):
        super().__init__()
        self.attention = SelfAttention(width, heads, causal, fused=causal)
        self.mlp = MLP(width, 4 * width, approximate)
        self.norm1, self.norm2 = nn.LayerNorm(width, eps), nn.LayerNorm(width, eps)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT2(nn.Module):
    """GPT-2 small, with the words' table as the last product's weight."""

    def __init__(self, vocabulary=50257, width=768, heads=12, layers=12, length=1024):
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.layers = nn.ModuleList(PreNormLayer(width, heads, True, "tanh", 1e-5) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        for table in (self.words, self.positions):
            nn.init.normal_(table.weight, std=0.02)

    def forward(self, ids):
        x = self.words(ids) + self.positions(torch.arange(ids.shape[1], device=ids.device))
        for layer in self.layers:
            x = layer(x)
        return F.linear(self.norm(x), self.words.weight)


class RMSNorm(nn.Module):
    """x / √(mean x² + eps) · weight, computed in f32 at least."""

    def __init__(self, width, eps=1e-5):
        super().__init__()
        self.weight, self.eps = nn.Parameter(torch.ones(width)), eps

    def forward(self, x):
        wide = x.to(torch.promote_types(x.dtype, torch.float32))
        return (wide * torch.rsqrt(wide.pow(2).mean(-1, keepdim=True) + self.eps)).to(x.dtype) * self.weight


def rotate(x, cos, sin):
    half = x.shape[-1] // 2
    return x * cos + torch.cat((-x[..., half:], x[..., :half]), -1) * sin


class LlamaLayer(nn.Module):
    def __init__(self, width, heads, groups, inner):
        super().__init__()
        self.heads, self.groups, depth = heads, groups, width // heads
        self.q, self.out = nn.Linear(width, width, False), nn.Linear(width, width, False)
        self.k, self.v = (nn.Linear(width, groups * depth, False) for _ in range(2))
        self.gate, self.up = (nn.Linear(width, inner, False) for _ in range(2))
        self.down = nn.Linear(inner, width, False)
        self.norm1, self.norm2 = RMSNorm(width), RMSNorm(width)

    def forward(self, x, cos, sin):
        h = self.norm1(x)
        q, k = rotate(split_heads(self.q(h), self.heads), cos, sin), rotate(split_heads(self.k(h), self.groups), cos, sin)
        k, v = (t.repeat_interleave(self.heads // self.groups, 1) for t in (k, split_heads(self.v(h), self.groups)))
        x = x + self.out(merge_heads(F.scaled_dot_product_attention(q, k, v, is_causal=True)))
        h = self.norm2(x)
        return x + self.down(F.silu(self.gate(h)) * self.up(h))


class Llama(nn.Module):
    """16 layers of width 2048, as Llama 3.2 1B, with a vocabulary of 32000."""

    def __init__(self, vocabulary=32000, width=2048, heads=32, groups=8, inner=8192, layers=16):
        super().__init__()
        self.depth = width // heads
        self.words = nn.Embedding(vocabulary, width)
        self.layers = nn.ModuleList(LlamaLayer(width, heads, groups, inner) for _ in range(layers))
        self.norm, self.head = RMSNorm(width), nn.Linear(width, vocabulary, False)
        nn.init.normal_(self.words.weight, std=0.02)

    def forward(self, ids):
        x = self.words(ids)
        steps = torch.arange(0, self.depth, 2, device=ids.device, dtype=torch.float32)
        angles = torch.arange(ids.shape[1], device=ids.device)[:, None] * 500000.0 ** (-steps / self.depth)
        angles = torch.cat((angles, angles), -1)
        cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
        for layer in self.layers:
            x = layer(x, cos, sin)
        return self.head(self.norm(x))


class ViT(nn.Module):
    """ViT-B/16."""

    def __init__(self, width=768, heads=12, layers=12, patch=16, image=224, classes=1000):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        self.token = nn.Parameter(torch.zeros(1, 1, width))
        self.positions = nn.Parameter(torch.randn(1, (image // patch) ** 2 + 1, width) * 0.02)
        self.layers = nn.ModuleList(PreNormLayer(width, heads, False, "none", 1e-12) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width, 1e-12), nn.Linear(width, classes)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        x = torch.cat((self.token.expand(x.shape[0], -1, -1), x), 1) + self.positions
        for layer in self.layers:
            x = layer(x)
        return self.head(self.norm(x)[:, 0])


class T5Layer(nn.Module):
    def __init__(self, width, heads, depth, inner):
        super().__init__()
        self.heads = heads
        self.q, self.k, self.v = (nn.Linear(width, heads * depth, False) for _ in range(3))
        self.out = nn.Linear(heads * depth, width, False)
        self.up, self.down = nn.Linear(width, inner, False), nn.Linear(inner, width, False)
        self.norm1, self.norm2 = RMSNorm(width, 1e-6), RMSNorm(width, 1e-6)
        nn.init.normal_(self.q.weight, std=(width * depth) ** -0.5)

    def forward(self, x, bias):
        h = self.norm1(x)
        q, k, v = (split_heads(layer(h), self.heads) for layer in (self.q, self.k, self.v))
        x = x + self.out(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=bias, scale=1.0)))
        return x + self.down(F.relu(self.up(self.norm2(x))))


class T5Encoder(nn.Module):
    """The encoder of T5-small, with its bias of relative positions."""

    def __init__(self, vocabulary=32128, width=512, heads=8, depth=64, inner=2048, layers=6):
        super().__init__()
        self.words, self.bias = nn.Embedding(vocabulary, width), nn.Embedding(32, heads)
        self.layers = nn.ModuleList(T5Layer(width, heads, depth, inner) for _ in range(layers))
        self.norm = RMSNorm(width, 1e-6)

    def position_bias(self, length, device):
        position = torch.arange(length, device=device)
        offset = position[None, :] - position[:, None]
        distance = offset.abs()
        far = 8 + (torch.log(distance.float().clamp(min=1) / 8) / math.log(128 / 8) * 8).long()
        bucket = torch.where(distance < 8, distance, far.clamp(max=15)) + 16 * (offset > 0)
        return self.bias(bucket).permute(2, 0, 1)[None]

    def forward(self, ids):
        x, bias = self.words(ids), self.position_bias(ids.shape[1], ids.device)
        for layer in self.layers:
            x = layer(x, bias)
        return self.norm(x)


class ResidualBlock(nn.Module):
    def __init__(self, channels, out, stride):
        super().__init__()
        self.conv1, self.norm1 = nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out)
        self.conv2, self.norm2 = nn.Conv2d(out, out, 3, 1, 1, bias=False), nn.BatchNorm2d(out)
        self.short = None
        if stride != 1 or channels != out:
            self.short = nn.Sequential(nn.Conv2d(channels, out, 1, stride, bias=False), nn.BatchNorm2d(out))

    def forward(self, x):
        y = self.norm2(self.conv2(F.relu(self.norm1(self.conv1(x)))))
        return F.relu(y + (x if self.short is None else self.short(x)))


class ResNet18(nn.Module):
    def __init__(self, classes=1000):
        super().__init__()
        self.stem, self.norm = nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64)
        sizes = [(64, 64, 1), (64, 64, 1), (64, 128, 2), (128, 128, 1), (128, 256, 2), (256, 256, 1), (256, 512, 2)]
        self.blocks = nn.Sequential(*(ResidualBlock(*size) for size in [*sizes, (512, 512, 1)]))
        self.head = nn.Linear(512, classes)

    def forward(self, images):
        x = F.max_pool2d(F.relu(self.norm(self.stem(images))), 3, 2, 1)
        return self.head(self.blocks(x).mean((2, 3)))


class MixerLayer(nn.Module):
    def __init__(self, width, tokens, token_inner):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.tokens, self.channels = MLP(tokens, token_inner), MLP(width, 4 * width)

    def forward(self, x):
        x = x + self.tokens(self.norm1(x).transpose(1, 2)).transpose(1, 2)
        return x + self.channels(self.norm2(x))


class Mixer(nn.Module):
    """MLP-Mixer B/16."""

    def __init__(self, width=768, token_inner=384, layers=12, patch=16, image=224, classes=1000):
        super().__init__()
        self.patches = nn.Conv2d(3, width, patch, patch)
        tokens = (image // patch) ** 2
        self.layers = nn.Sequential(*(MixerLayer(width, tokens, token_inner) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, classes)

    def forward(self, images):
        x = self.patches(images).flatten(2).transpose(1, 2)
        return self.head(self.norm(self.layers(x)).mean(1))


def words(vocabulary, batch, length):
    def make(device):
        return (torch.randint(0, vocabulary, (batch, length), device=device),)

    return make


def images(batch, size):
    def make(device):
        return (torch.randn(batch, 3, size, size, device=device),)

    return make


@dataclasses.dataclass
class Model:
    """A model, what it is called with, and whether the attention, if any, is causal."""

    make: Callable[[], nn.Module]
    inputs: Callable
    about: str


MODELS = {
    "bert": Model(Bert, words(30522, 8, 512), "BERT-base, 8 × 512"),
    "gpt2": Model(GPT2, words(50257, 8, 512), "GPT-2 small, 8 × 512"),
    "llama": Model(Llama, words(32000, 2, 1024), "Llama, 16 layers of 2048, 2 × 1024"),
    "vit": Model(ViT, images(32, 224), "ViT-B/16, 32 images"),
    "t5": Model(T5Encoder, words(32128, 8, 512), "T5-small encoder, 8 × 512"),
    "resnet": Model(ResNet18, images(32, 224), "ResNet-18, 32 images"),
    "mixer": Model(Mixer, images(32, 224), "MLP-Mixer B/16, 32 images"),
}
SMALL = {
    "bert": Model(lambda: Bert(500, 64, 4, 2, 64), words(500, 2, 32), "a small BERT"),
    "gpt2": Model(lambda: GPT2(500, 64, 4, 2, 64), words(500, 2, 32), "a small GPT-2"),
    "llama": Model(lambda: Llama(500, 64, 4, 2, 128, 2), words(500, 2, 32), "a small Llama"),
    "vit": Model(lambda: ViT(64, 4, 2, 8, 32, 10), images(2, 32), "a small ViT"),
    "t5": Model(lambda: T5Encoder(500, 64, 4, 16, 128, 2), words(500, 2, 32), "a small T5 encoder"),
    "resnet": Model(lambda: ResNet18(10), images(2, 64), "ResNet-18, small images"),
    "mixer": Model(lambda: Mixer(64, 32, 2, 8, 32, 10), images(2, 32), "a small mixer"),
}

# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The models that export.py takes from PyTorch: blocks of our own, and small configurations of Hugging Face's models.

Each is a Model: a module whose weights become arguments, and the rules of its inputs.
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

BATCH, TOKENS, WIDTH, HEADS, INNER, VOCABULARY = 2, 8, 32, 2, 64, 40
X = ("x", (BATCH, TOKENS, WIDTH))
IDS = ("ids", (BATCH, TOKENS))


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(x)))


class FusedQkv(nn.Module):
    """One product makes queries, keys and values, another gate and up."""

    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.gate_up, self.down = nn.Linear(WIDTH, 2 * INNER, bias=False), nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x):
        heads = lambda t: t.view(BATCH, TOKENS, HEADS, WIDTH // HEADS).transpose(1, 2)
        q, k, v = map(heads, self.qkv(x).chunk(3, -1))
        causal = torch.ones(TOKENS, TOKENS, dtype=torch.bool, device=x.device).tril()
        scores = (q @ k.transpose(-1, -2) * (WIDTH // HEADS) ** -0.5).masked_fill(~causal, float("-inf"))
        y = scores.softmax(-1) @ v
        x = x + self.out(y.transpose(1, 2).reshape(BATCH, TOKENS, WIDTH))
        gate, up = self.gate_up(x).chunk(2, -1)
        return x + self.down(F.silu(gate) * up)


class GroupedAttention(nn.Module):
    """Causal attention by PyTorch's own function, whose heads share their keys."""

    def __init__(self):
        super().__init__()
        linear = lambda columns: nn.Linear(WIDTH, columns, bias=False)
        self.q, self.k, self.v, self.out = linear(WIDTH), linear(WIDTH // HEADS), linear(WIDTH // HEADS), linear(WIDTH)

    def forward(self, x):
        heads = lambda t, count: t.view(BATCH, TOKENS, count, WIDTH // HEADS).transpose(1, 2)
        k, v = (heads(t, 1).repeat_interleave(HEADS, 1) for t in (self.k(x), self.v(x)))
        y = F.scaled_dot_product_attention(heads(self.q(x), HEADS), k, v, is_causal=True)
        return x + self.out(y.transpose(1, 2).reshape(BATCH, TOKENS, WIDTH))


def hugging_face(kind, **sizes):
    """A model of transformers with plain attention, whose constant buffers torch.export sees."""
    import transformers

    config, pick, options = {
        "bert": ("Bert", lambda o: o.last_hidden_state, {}),
        "bert_classifier": ("Bert", lambda o: o.logits, {}),
        "gpt2": ("GPT2", lambda o: o.logits, dict(use_cache=False)),
        "llama": ("Llama", lambda o: o.logits, dict(use_cache=False)),
        "qwen2": ("Qwen2", lambda o: o.logits, dict(use_cache=False)),
        "gemma2": ("Gemma2", lambda o: o.logits, dict(use_cache=False)),
        "vit": ("ViT", lambda o: o.last_hidden_state, {}),
        "t5": ("T5", lambda o: o.last_hidden_state, {}),
    }[kind]
    head = dict(
        bert="Model", bert_classifier="ForSequenceClassification", gpt2="LMHeadModel", vit="Model", t5="EncoderModel"
    )
    build = getattr(transformers, config + head.get(kind, "ForCausalLM"))
    extra = dict(add_pooling_layer=False) if kind in ("bert", "vit") else {}
    model = build(getattr(transformers, config + "Config")(**sizes), **extra)
    model.set_attn_implementation("eager")
    for module in model.modules():
        module._non_persistent_buffers_set.clear()

    # Without a mask, models look for packed sequences in the positions, by a scan that torch-mlir has no linalg for.
    masks = dict(attention_mask=torch.ones(BATCH, TOKENS, dtype=torch.long)) if options else {}

    class Wrapped(nn.Module):
        def __init__(self):
            super().__init__()
            self.model = model

        def forward(self, x):
            return pick(self.model(x, **options, **masks))

    return Wrapped()


def bert(kind="bert", layers=1):
    return hugging_face(
        kind,
        vocab_size=VOCABULARY,
        hidden_size=WIDTH,
        num_hidden_layers=layers,
        num_attention_heads=HEADS,
        intermediate_size=INNER,
        max_position_embeddings=16,
    )


def llama_like(kind, **more):
    return hugging_face(
        kind,
        vocab_size=VOCABULARY,
        hidden_size=WIDTH,
        num_hidden_layers=1,
        num_attention_heads=HEADS,
        num_key_value_heads=1,
        intermediate_size=INNER,
        max_position_embeddings=16,
        bos_token_id=0,
        eos_token_id=0,
        pad_token_id=0,
        **more,
    )


def gpt2():
    return hugging_face(
        "gpt2",
        vocab_size=VOCABULARY,
        n_embd=WIDTH,
        n_layer=1,
        n_head=HEADS,
        n_positions=16,
        bos_token_id=0,
        eos_token_id=0,
    )


def vit():
    return hugging_face(
        "vit",
        hidden_size=WIDTH,
        num_hidden_layers=1,
        num_attention_heads=HEADS,
        intermediate_size=INNER,
        image_size=16,
        patch_size=8,
    )


def t5():
    return hugging_face("t5", vocab_size=VOCABULARY, d_model=WIDTH, d_kv=16, d_ff=INNER, num_layers=1, num_heads=HEADS)


def encoder_layer(**options):
    return nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, batch_first=True, **options)


IMAGE = ("x", (BATCH, 3, 16, 16))

# Name: how to build it, its input.
MODELS = {
    "mlp": (Mlp, X),
    "fused_qkv": (FusedQkv, X),
    "grouped_attention": (GroupedAttention, X),
    "encoder_layer": (lambda: encoder_layer(activation="gelu"), X),
    "encoder_layer_prenorm": (lambda: encoder_layer(norm_first=True), X),
    "bert": (bert, IDS),
    "bert_classifier": (lambda: bert("bert_classifier", 2), IDS),
    "gpt2": (gpt2, IDS),
    "llama": (lambda: llama_like("llama"), IDS),
    "qwen2": (lambda: llama_like("qwen2"), IDS),
    "gemma2": (lambda: llama_like("gemma2", head_dim=16), IDS),
    "vit": (vit, IMAGE),
    "t5": (t5, IDS),
}


class Functional(nn.Module):
    """A module whose parameters are its first arguments."""

    def __init__(self, module):
        super().__init__()
        self.__dict__["module"] = module
        self.names = [name for name, _ in module.named_parameters()]

    def forward(self, *arguments):
        weights = dict(zip(self.names, arguments))
        return torch.func.functional_call(self.module, weights, arguments[len(self.names) :])


class Gradients(Functional):
    """Half the mean square of the module's result, and the gradients of all arguments."""

    def forward(self, *arguments):
        arguments = [a.detach().requires_grad_() for a in arguments]
        loss = super().forward(*arguments).square().mean() / 2
        return loss, *torch.autograd.grad(loss, arguments)

# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Small models of the families that users bring: a model with random weights, and the arguments of a call, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import transformers as t
from torch import nn
from transformers.utils import logging

logging.set_verbosity_error()

Made = tuple[nn.Module, dict[str, Any]]
MODELS: dict[str, Callable[[], Made]] = {}

SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64,
         "vocab_size": 100}
GROUPED = {**SMALL, "num_key_value_heads": 1}
IDS = torch.arange(24).view(2, 12) * 7 % 97 + 2
PIXELS = torch.linspace(-1, 1, 2 * 3 * 32 * 32).view(2, 3, 32, 32)
TOKENS = {"pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 1}


def model(make: Callable[[], Made]) -> Callable[[], Made]:
    """Enters a family under the function's name."""
    MODELS[make.__name__] = make
    return make


def _language(config: Any) -> Made:
    return t.AutoModelForCausalLM.from_config(config), {"input_ids": IDS}


@model
def bert() -> Made:
    mask = torch.ones(2, 12, dtype=torch.long)
    mask[1, 9:] = 0
    return t.BertForMaskedLM(t.BertConfig(**SMALL)), {"input_ids": IDS, "attention_mask": mask}


@model
def distilbert() -> Made:
    return t.DistilBertModel(t.DistilBertConfig(vocab_size=100, dim=32, n_layers=2, n_heads=2, hidden_dim=64)), {
        "input_ids": IDS}


@model
def deberta() -> Made:
    config = t.DebertaV2Config(**SMALL, relative_attention=True, pos_att_type=["p2c", "c2p"], position_buckets=8,
                               norm_rel_ebd="layer_norm", share_att_key=True, max_position_embeddings=32)
    return t.DebertaV2Model(config), {"input_ids": IDS}


@model
def gpt2() -> Made:
    return _language(t.GPT2Config(vocab_size=100, n_embd=32, n_layer=2, n_head=2, n_positions=32, **TOKENS))


@model
def gpt_neox() -> Made:
    return _language(t.GPTNeoXConfig(**SMALL, max_position_embeddings=32, **TOKENS))


@model
def opt() -> Made:
    return _language(t.OPTConfig(vocab_size=100, hidden_size=32, ffn_dim=64, num_attention_heads=2, num_hidden_layers=2,
                                 word_embed_proj_dim=32, max_position_embeddings=32, **TOKENS))


@model
def llama() -> Made:
    return _language(t.LlamaConfig(**GROUPED, **TOKENS))


@model
def mistral_with_windows() -> Made:
    return _language(t.MistralConfig(**GROUPED, sliding_window=4, **TOKENS))


@model
def gemma2_with_windows() -> Made:
    return _language(t.Gemma2Config(**GROUPED, head_dim=16, sliding_window=4, **TOKENS))


@model
def gemma3() -> Made:
    return _language(t.Gemma3TextConfig(**GROUPED, head_dim=16, sliding_window=4, **TOKENS))


@model
def qwen2() -> Made:
    return _language(t.Qwen2Config(**GROUPED, **TOKENS))


@model
def qwen3() -> Made:
    return _language(t.Qwen3Config(**GROUPED, head_dim=16, **TOKENS))


@model
def phi3() -> Made:
    return _language(t.Phi3Config(**GROUPED, **TOKENS))


@model
def mixtral() -> Made:
    return _language(t.MixtralConfig(**GROUPED, num_local_experts=4, num_experts_per_tok=2, **TOKENS))


@model
def qwen3_moe() -> Made:
    config = t.Qwen3MoeConfig(**GROUPED, head_dim=16, moe_intermediate_size=32, num_experts=4, num_experts_per_tok=2,
                              **TOKENS)
    return _language(config)


@model
def t5() -> Made:
    config = t.T5Config(vocab_size=100, d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2, pad_token_id=0,
                        decoder_start_token_id=0)
    return t.T5Model(config), {"input_ids": IDS, "decoder_input_ids": IDS[:, :8]}


@model
def bart() -> Made:
    config = t.BartConfig(vocab_size=100, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=2,
                          decoder_attention_heads=2, encoder_ffn_dim=64, decoder_ffn_dim=64, max_position_embeddings=32,
                          decoder_start_token_id=1, **TOKENS)
    return t.BartModel(config), {"input_ids": IDS, "decoder_input_ids": IDS[:, :8]}


@model
def whisper() -> Made:
    config = t.WhisperConfig(vocab_size=100, num_mel_bins=8, d_model=32, encoder_layers=2, decoder_layers=2,
                             encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=64,
                             decoder_ffn_dim=64, max_source_positions=16, max_target_positions=16,
                             decoder_start_token_id=1, **TOKENS)
    return t.WhisperModel(config), {"input_features": torch.linspace(-1, 1, 2 * 8 * 32).view(2, 8, 32),
                                    "decoder_input_ids": IDS[:, :8]}


@model
def vit() -> Made:
    config = t.ViTConfig(image_size=32, patch_size=8, **{k: v for k, v in SMALL.items() if k != "vocab_size"})
    return t.ViTModel(config), {"pixel_values": PIXELS}


@model
def clip() -> Made:
    text = {**SMALL, "max_position_embeddings": 16, "projection_dim": 16, **TOKENS}
    vision = {**text, "image_size": 32, "patch_size": 8}
    config = t.CLIPConfig(text_config=text, vision_config=vision, projection_dim=16)
    return t.CLIPModel(config), {"input_ids": IDS, "pixel_values": PIXELS}


@model
def swin() -> Made:
    return t.SwinModel(t.SwinConfig(image_size=32, patch_size=2, embed_dim=16, depths=[2, 2], num_heads=[2, 4],
                                    window_size=4)), {"pixel_values": PIXELS}


@model
def convnext() -> Made:
    return t.ConvNextModel(t.ConvNextConfig(num_stages=2, hidden_sizes=[16, 32], depths=[1, 1])), {
        "pixel_values": PIXELS}


@model
def mamba() -> Made:
    return _language(t.MambaConfig(vocab_size=100, hidden_size=32, num_hidden_layers=2, state_size=8, **TOKENS))


@model
def lstm() -> Made:
    class Tagger(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.cells, self.out = nn.LSTM(16, 32, 2, batch_first=True), nn.Linear(32, 4)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            result: torch.Tensor = self.out(self.cells(x)[0])
            return result

    return Tagger(), {"x": torch.linspace(-1, 1, 2 * 6 * 16).view(2, 6, 16)}


@model
def encoder_layers() -> Made:
    layer = nn.TransformerEncoderLayer(32, 2, 64, batch_first=True)
    return nn.TransformerEncoder(layer, 2), {"src": torch.linspace(-1, 1, 2 * 6 * 32).view(2, 6, 32)}

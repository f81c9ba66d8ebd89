# Part of the Fusion project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

"""Tests of small models, as transformers has them, by torch.compile(backend="fusion"): results and gradients."""

import unittest
from typing import Any

import torch
import transformers
from torch import nn
from transformers.utils import logging

import fusion.torch
from with_torch import assert_close, compiled, nothing_fails

logging.set_verbosity_error()
SMALL = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
IDS = torch.arange(24).view(2, 12) * 7 % 100


def bert() -> tuple[nn.Module, dict[str, Any]]:
    return transformers.BertForMaskedLM(transformers.BertConfig(vocab_size=100, **SMALL)), {"input_ids": IDS}


def gpt2() -> tuple[nn.Module, dict[str, Any]]:
    config = transformers.GPT2Config(vocab_size=100, n_embd=32, n_layer=2, n_head=2, n_positions=32, bos_token_id=0,
                                     eos_token_id=0)
    return transformers.GPT2LMHeadModel(config), {"input_ids": IDS, "use_cache": False}


def llama() -> tuple[nn.Module, dict[str, Any]]:
    config = transformers.LlamaConfig(vocab_size=100, num_key_value_heads=1, **SMALL)
    return transformers.LlamaForCausalLM(config), {"input_ids": IDS, "use_cache": False}


def vit() -> tuple[nn.Module, dict[str, Any]]:
    config = transformers.ViTConfig(image_size=16, patch_size=4, **SMALL)
    pixels = torch.linspace(-1, 1, 1536).view(2, 3, 16, 16)
    return transformers.ViTForImageClassification(config), {"pixel_values": pixels}


def t5() -> tuple[nn.Module, dict[str, Any]]:
    config = transformers.T5Config(vocab_size=100, d_model=32, d_kv=16, d_ff=64, num_layers=2, num_heads=2)
    return transformers.T5EncoderModel(config), {"input_ids": IDS}


class Models(unittest.TestCase):
    def check(self, make: Any, **options: Any) -> None:
        """Inference with nothing left to a fallback, unless `options` says otherwise, and gradients."""
        torch.manual_seed(0)
        model, inputs = make()
        model.eval()
        with nothing_fails():
            with torch.no_grad():
                expected = model(**inputs)[0]
                assert_close(self, compiled(model, **{"fallback": "error", **options})(**inputs)[0], expected)
            parameters = list(model.parameters())
            pairs = []
            for function in (compiled(model), model):
                loss = function(**inputs)[0].pow(2).mean()
                pairs.append([torch.zeros(()) if gradient is None else gradient
                              for gradient in torch.autograd.grad(loss, parameters, allow_unused=True)])
        assert_close(self, pairs[0], pairs[1], 1e-4)

    def test_bert(self) -> None:
        self.check(bert)

    def test_gpt2(self) -> None:
        self.check(gpt2)

    def test_llama(self) -> None:
        self.check(llama)

    def test_vit(self) -> None:
        self.check(vit)

    def test_t5_encoder(self) -> None:
        self.check(t5, fallback="eager")


if __name__ == "__main__":
    unittest.main()

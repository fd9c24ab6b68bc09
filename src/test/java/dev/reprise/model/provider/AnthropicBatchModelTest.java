package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.AnthropicWire;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.ProviderBatchStatus.State;
import dev.reprise.platform.Json;

class AnthropicBatchModelTest extends BatchModelContract {

  AnthropicBatchModelTest() {
    super(ProviderKind.ANTHROPIC, new AnthropicStubBatches(), new AnthropicWire(false));
  }

  @Override
  boolean findsAtOnce() {
    return false;
  }

  @Override
  ObjectNode body(BatchLine line) {
    return (ObjectNode) Json.read(line.json()).path("params");
  }

  /** The provider has one word; its counts tell the state. */
  @Override
  String word(State state) {
    return state == State.IN_PROGRESS ? "in_progress" : "ended";
  }
}

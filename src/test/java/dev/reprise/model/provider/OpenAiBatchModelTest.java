package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.model.ModelException;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.batch.BatchLine;
import dev.reprise.model.batch.ProviderBatchStatus.State;
import dev.reprise.model.batch.SearchResult;
import dev.reprise.platform.Json;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpenAiBatchModelTest extends BatchModelContract {

  OpenAiBatchModelTest() {
    super(ProviderKind.OPENAI, new OpenAiStubBatches(), new OpenAiWire(false));
  }

  @Override
  boolean findsAtOnce() {
    return true;
  }

  @Override
  ObjectNode body(BatchLine line) {
    return (ObjectNode) Json.read(line.json()).path("body");
  }

  @Override
  String word(State state) {
    return switch (state) {
      case IN_PROGRESS -> "in_progress";
      case ENDED -> "completed";
      case EXPIRED -> "expired";
      case CANCELLED -> "cancelled";
      case FAILED -> "failed";
    };
  }

  @Test
  void uploadsAgainWhenTheUploadIsLost() throws Exception {
    stub.loseAfter("POST", "/files");

    assertThat(catchThrowable(() -> submit(submission))).isInstanceOf(ModelException.class);

    assertThat(model().find(submission, Set.of())).isEqualTo(new SearchResult.Absent());
    submit(submission);
    assertThat(stub.created).hasSize(1);
  }

  @Test
  void saysWhyTheProviderRefusedTheBatch() throws Exception {
    submit(submission);
    stub.created.getFirst().status = "failed";

    var status = model().status("batch_1");

    assertThat(status.state()).isEqualTo(State.FAILED);
    assertThat(status.problem()).contains("model_not_found: no such model (line 3)");
  }
}

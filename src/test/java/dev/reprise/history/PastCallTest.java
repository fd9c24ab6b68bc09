package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.DelegatedUsage;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What people are told of earlier calls. */
class PastCallTest {

  @Test
  void takesAnAgentsAnswerForAResultOnlyIfTheCallWasDelegated() {
    assertThat(PastCall.of(returned("delegate")).map(PastCall::result)).contains("the answer");
    assertThat(PastCall.of(returned("call_artifact"))).isEmpty();
  }

  private static RecordedCall returned(String tool) {
    var spent = new DelegatedUsage(1, 1, new Usage(1, 2), TotalCost.unknown(1));
    var event =
        new ChildRunEvent.Returned(
            "survey",
            1,
            "c1",
            new UUID(0, 7),
            "the answer",
            Optional.empty(),
            Optional.empty(),
            spent);
    var recorded =
        new RecordedEvent(
            "acme", Position.START, 1, "tool-call.returned", Instant.EPOCH, "{}", event);
    return new RecordedCall(
        new CallLocation("survey", 1, "c1"),
        Optional.of(new ToolCall("c1", tool, JsonValue.EMPTY_OBJECT)),
        List.of(recorded));
  }
}

package dev.reprise.api.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.platform.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An output is JSON if its agent says so, and only then needs the agent to be read. */
class RunEndTest {

  private static final String OUTPUT = "{\"total\": 1.50}";
  private static final LifecycleEvent COMPLETED = new LifecycleEvent.Completed(OUTPUT);

  @Test
  void anOutputByContractIsJson() {
    var contract = Optional.of(new OutputContract(new JsonValue("{}"), 2));

    assertThat(RunEnd.of(COMPLETED, () -> agent(contract, true)).output())
        .contains(Json.read(OUTPUT));
    assertThat(RunEnd.of(COMPLETED, () -> agent(contract, false)).output())
        .as("what stands in the place of a body that is not recorded")
        .contains(TextNode.valueOf(OUTPUT));
  }

  @Test
  void anOutputWithoutContractIsAText() {
    assertThat(RunEnd.of(COMPLETED, () -> agent(Optional.empty(), true)).output())
        .contains(TextNode.valueOf(OUTPUT));
  }

  @Test
  void noAgentIsLoadedForARunWithoutOutput() {
    var failure = new Failure("output_invalid", "no fit");

    assertThat(RunEnd.of(new LifecycleEvent.Failed(failure), () -> fail("was loaded")).failure())
        .contains(failure);
  }

  private static AgentDefinition agent(Optional<OutputContract> contract, boolean recordsContent) {
    return Agents.agent("clerk")
        .phases(
            new Phase(
                "only", new Template("go"), List.of(), true, Limits.OF_A_PHASE, false, contract))
        .recordsContent(recordsContent)
        .build();
  }
}

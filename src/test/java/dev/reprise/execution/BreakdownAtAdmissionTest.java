package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.Compatibility;
import dev.reprise.journal.MemoryJournal;
import dev.reprise.journal.Position;
import dev.reprise.model.ChatModels;
import dev.reprise.model.ScriptedModel;
import dev.reprise.run.Admission;
import dev.reprise.run.Claim;
import dev.reprise.run.RunIdentity;
import dev.reprise.run.RunRow;
import dev.reprise.run.RunStatus;
import dev.reprise.tool.ToolFixture;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What is left of an admission that breaks down. */
class BreakdownAtAdmissionTest {

  private final MemoryJournal journal = Engine.submitted(Optional.empty());
  private final RunsInHand inHand = new RunsInHand();

  @Test
  void leavesNoRunInHand() {
    var claim = new Claim(Engine.RUN, "default", journal.claim());

    Throwable met =
        catchThrowable(
            () ->
                admissions()
                    .begin(
                        new Admission.Admitted(
                            claim, journal.position(Engine.RUN, journal.events().size()), row()),
                        Lease.endless(claim),
                        Optional.empty()));

    assertThat(met).isInstanceOf(StackOverflowError.class);
    assertThat(inHand.count()).isZero();
    assertThat(inHand.contains(Engine.RUN)).as("else its lease would be renewed").isFalse();
  }

  private Admissions admissions() {
    Logger.getLogger(Admissions.class.getName()).setLevel(Level.OFF);
    var admissions = new Admissions();
    admissions.journal = journal;
    admissions.inHand = inHand;
    admissions.agents =
        new AgentVersions() {
          @Override
          public AgentDefinition load(String tenant, String hash) {
            return AGENT;
          }
        };
    admissions.compatibility =
        new Compatibility(
            ToolFixture.catalogue(List.of()), new ChatModels(List.of(new BreakingDown())));
    return admissions;
  }

  private RunRow row() {
    return new RunRow(
        Engine.RUN,
        new RunIdentity(
            "default", "clerk", "version", "here", "ana", Optional.empty(), Optional.empty()),
        RunStatus.QUEUED,
        Optional.empty(),
        0,
        Position.START,
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        0,
        Optional.empty());
  }

  private static final AgentDefinition AGENT =
      new AgentDefinition(
          "clerk",
          "",
          new ModelChoice("scripted", "default", JsonValue.EMPTY_OBJECT),
          "",
          List.of(new Phase("only", new Template("go"), List.of(), true, Limits.OF_A_PHASE)),
          Limits.OF_A_RUN);

  /** A provider with an error in its checks. */
  private static final class BreakingDown extends ScriptedModel {
    @Override
    public void check(ModelOptions options) {
      throw new StackOverflowError("as the test wished");
    }
  }
}

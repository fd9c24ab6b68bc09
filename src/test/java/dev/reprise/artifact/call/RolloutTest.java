package dev.reprise.artifact.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Rollout;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * A careful introduction: one property is moved on step by step, in the order of the documentation,
 * over restarts of a server whose database stays.
 */
class RolloutTest {

  private static final Optional<String> CONTRACT =
      Optional.of("{\"purpose\": \"Counts.\", \"deliverable\": {\"type\": \"number\"}}");
  private static final String OTHERS = "other_*";
  private static final String THIS = "feed_reader";

  private final String tenant = UUID.randomUUID().toString();
  private String code = "return 2;";

  private GeneratedTools serverAt(Rollout step, String canaryRoles) {
    return new GeneratedTools(
        tenant,
        () -> new ToolOutcome.Succeeded("[]"),
        request -> code,
        Map.of(
            "reprise.artifacts.rollout",
            step.name().toLowerCase(Locale.ROOT),
            "reprise.artifacts.canary-roles",
            canaryRoles));
  }

  @Test
  void takesOneThingMoreIntoUseAtEachStep() throws Exception {
    assertThat(Rollout.values())
        .containsExactly(Rollout.WRITE, Rollout.CANARY, Rollout.READ, Rollout.REPAIR);

    GeneratedTools writes = serverAt(Rollout.WRITE, THIS);
    assertThat(call(writes)).isEqualTo("2");
    code = "return 3;";
    assertThat(call(writes)).as("its own code serves each call").isEqualTo("3");
    assertThat(writes.writes()).isEqualTo(2);
    assertThat(writes.artifact("count").generations()).as("the first is kept").hasSize(1);

    GeneratedTools forOthers = serverAt(Rollout.CANARY, OTHERS);
    assertThat(call(forOthers)).startsWith("artifact_staged");
    GeneratedTools canary = serverAt(Rollout.CANARY, THIS);
    assertThat(call(canary)).as("the stored code runs for a canary").isEqualTo("2");

    GeneratedTools reads = serverAt(Rollout.READ, OTHERS);
    assertThat(call(reads)).as("the stored code runs for all").isEqualTo("2");
    assertThat(forOthers.writes() + canary.writes() + reads.writes()).isZero();

    GeneratedTools rewrites = serverAt(Rollout.READ, THIS);
    rewrites.drift("count");
    assertThat(call(rewrites)).isEqualTo("3");
    assertThat(trigger(rewrites)).isEqualTo(Trigger.REGENERATED);

    GeneratedTools repairs = serverAt(Rollout.REPAIR, THIS);
    repairs.drift("count");
    code = "return 4;";
    assertThat(call(repairs)).isEqualTo("4");
    assertThat(trigger(repairs)).isEqualTo(Trigger.REPAIRED);
  }

  private static String call(GeneratedTools tools) throws Exception {
    return switch (tools.call("count", "null", CONTRACT)) {
      case ToolOutcome.Succeeded succeeded -> succeeded.content();
      case ToolOutcome.Failed failed -> failed.failure().toString();
    };
  }

  private static Trigger trigger(GeneratedTools tools) throws Exception {
    return tools.artifact("count").current().origin().trigger();
  }
}

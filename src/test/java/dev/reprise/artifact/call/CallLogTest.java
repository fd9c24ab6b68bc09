package dev.reprise.artifact.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the log says about calls of generated tools, by names that people search for. */
class CallLogTest {

  private static final Logger LOGGER = Logger.getLogger(CallLog.class.getName());
  private static final Optional<String> CONTRACT =
      Optional.of("{\"purpose\": \"Counts.\", \"deliverable\": {\"type\": \"number\"}}");

  private final List<String> lines = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  private String code = "return 2;";
  private final GeneratedTools tools =
      new GeneratedTools(
          UUID.randomUUID().toString(),
          () -> new ToolOutcome.Succeeded("[]"),
          request -> code,
          Map.of("reprise.artifacts.max-repairs", "1", "reprise.artifacts.writes-per-call", "1"));

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void stop() {
    LOGGER.removeHandler(handler);
  }

  @Test
  void namesTheFieldsOfEachCall() throws Exception {
    tools.call("count", "null", CONTRACT);
    String fingerprint = tools.artifact("count").current().fingerprint();

    assertThat(lines.getFirst())
        .endsWith(
            "call key, artifact feed_reader.count: code is written first (generate, because it is missing), for the 1. time in this call; artifact_hit=false repair_attempted=false failure_class=none");
    assertThat(lines.getLast())
        .endsWith(
            "call key, artifact feed_reader.count: ran; program_source=generated artifact_hit=false artifact_prompt_version=2 artifact_contract_fingerprint="
                + fingerprint
                + " artifact_success_count=1 artifact_failure_count=0 artifact_intrinsic_failure_count=0 artifact_adaptive_failure_count=0 artifact_extrinsic_failure_count=0 artifact_generation_trigger=initial_forge repair_attempted=false repair_succeeded=false failure_class=none");
  }

  @Test
  void saysWhereCodeComesFromAndWhatBecameOfIt() throws Exception {
    tools.call("count", "null", CONTRACT);
    tools.call("count", "null", Optional.empty());
    assertThat(lines.getLast()).contains("program_source=persisted artifact_hit=true");

    tools.drift("count");
    code = "throw new Error('no');";
    tools.call("count", "null", Optional.empty());
    assertThat(lines.getLast())
        .contains(
            "program_source=repaired artifact_hit=false",
            "artifact_success_count=2 artifact_failure_count=2 artifact_intrinsic_failure_count=1 artifact_adaptive_failure_count=1 artifact_extrinsic_failure_count=0",
            "artifact_generation_trigger=repair:drifted repair_attempted=true repair_succeeded=false failure_class=intrinsic");

    code = "return 3;";
    tools.call("count", "null", Optional.empty());
    assertThat(lines.getLast())
        .contains(
            "program_source=generated",
            "artifact_generation_trigger=regenerate:budget_exhausted repair_attempted=false repair_succeeded=false failure_class=none");

    tools.drift("count");
    code = "return 4;";
    tools.call("count", "null", Optional.empty());
    assertThat(lines.getLast())
        .contains(
            "program_source=repaired",
            "artifact_generation_trigger=repair:drifted repair_attempted=true repair_succeeded=true");
  }
}

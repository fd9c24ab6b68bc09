package dev.reprise.api.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.batch.ItemStatus;
import dev.reprise.fixture.Agents;
import dev.reprise.platform.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Results as a table that a spreadsheet reads, and takes no formula from. */
class ResultTableTest {

  private static final UUID RUN = new UUID(0, 1);

  @Test
  void hasAColumnForEachMemberOfTheOutput() throws IOException {
    String schema = "{\"type\":\"object\",\"properties\":{\"note\":{},\"total\":{},\"lines\":{}}}";

    assertThat(
            table(
                agent(Optional.of(new OutputContract(new JsonValue(schema), 2))),
                completed(
                    "a", "{\"total\": 12345678901234567890.10, \"note\": \"one, \\\"two\\\"\"}"),
                completed("=1+1", "{\"lines\": [1], \"note\": \"@SUM(A1)\", \"total\": -5}"),
                failed("c")))
        .isEqualTo(
            """
            number,key,status,output.note,output.total,output.lines,error,message,usd,tokens,run,endedAt
            1,a,COMPLETED,"one, ""two\""",12345678901234567890.10,,,,0.5,7,"%1$s",2026-03-01T08:00:00Z
            1,"'=1+1",COMPLETED,"'@SUM(A1)",-5,[1],,,0.5,7,"%1$s",2026-03-01T08:00:00Z
            1,c,FAILED,,,,output_invalid,"no\nfit",0.5,7,,2026-03-01T08:00:00Z
            """
                .formatted(RUN));
  }

  @Test
  void hasOneColumnForATextWithoutAContract() throws IOException {
    assertThat(table(agent(Optional.empty()), completed("a", "\"ü\"")))
        .startsWith("number,key,status,output,error")
        .contains("1,a,COMPLETED,ü,,");
  }

  private static String table(AgentDefinition agent, ItemResultView... results) throws IOException {
    var out = new ByteArrayOutputStream();
    var table = new ResultTable(agent);
    table.writeHeading(out);
    for (ItemResultView result : results) {
      table.write(result, out);
    }
    return out.toString(UTF_8);
  }

  private static ItemResultView completed(String key, String output) {
    return new ItemResultView(
        1,
        key,
        ItemStatus.COMPLETED,
        Optional.of(Json.read(output)),
        Optional.empty(),
        new ItemResultView.Cost(new BigDecimal("0.5"), 7),
        Optional.of(RUN),
        Instant.parse("2026-03-01T08:00:00Z"));
  }

  private static ItemResultView failed(String key) {
    return new ItemResultView(
        1,
        key,
        ItemStatus.FAILED,
        Optional.empty(),
        Optional.of(new ItemResultView.ItemError("output_invalid", Optional.of("no\nfit"))),
        new ItemResultView.Cost(new BigDecimal("0.5"), 7),
        Optional.empty(),
        Instant.parse("2026-03-01T08:00:00Z"));
  }

  private static AgentDefinition agent(Optional<OutputContract> output) {
    return Agents.agent("clerk")
        .phases(
            new Phase(
                "only", new Template("go"), List.of(), true, Limits.OF_A_PHASE, false, output))
        .build();
  }
}

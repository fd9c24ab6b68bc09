package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.ToolOutcome;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpResultMapperTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "{'content': []} | ''",
        "{'content': [{'type': 'text', 'text': 'a'}, {'type': 'text', 'text': 'b'}]} | 'a\nb'",
        "{'content': [], 'structuredContent': {'a': [1]}} | '{\"a\":[1]}'",
        "{'content': [{'type': 'text', 'text': '{\\'a\\': 1.0}'}], 'structuredContent': {'a': 1}}"
            + " | '{\"a\": 1.0}'",
        "{'content': [{'type': 'text', 'text': 'one'}], 'structuredContent': {'a': 1}}"
            + " | 'one\n{\"a\":1}'",
        "{'content': [{'type': 'image', 'data': 'AAAAAAAA', 'mimeType': 'image/png'}]}"
            + " | '[an image (image/png, about 6 bytes) was left out]'",
        "{'content': [{'type': 'audio', 'data': 'AAAA', 'mimeType': 'audio/wav'}]}"
            + " | '[a sound (audio/wav, about 3 bytes) was left out]'",
        "{'content': [{'type': 'resource_link', 'name': 'n', 'uri': 'f:/x', 'description': 'd'}]}"
            + " | '[resource n: f:/x, d]'",
        "{'content': [{'type': 'resource', 'resource': {'uri': 'f:/x', 'text': 'words'}}]}"
            + " | '[resource f:/x]\nwords'",
        "{'content': [{'type': 'resource', 'resource': {'uri': 'f:/x', 'blob': 'AAAA'}}]}"
            + " | '[the resource f:/x (, about 3 bytes) was left out]'",
      })
  void isRenderedAsText(String result, String words) throws IOException {
    assertThat(McpResultMapper.of(read(result))).isEqualTo(new ToolOutcome.Succeeded(words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'content': [{'type': 'text', 'text': 'no'}], 'isError': true} | no",
        "{'content': [], 'isError': true} | the tool gave no reason"
      })
  void isAFailureIfTheToolReportsOne(String result, String words) throws IOException {
    assertThat(McpResultMapper.of(read(result)))
        .isEqualTo(ToolOutcome.failed("mcp_tool_failed", words));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "{'content': [], '_meta': {'reprise.dev/costUsd': 0.31}} | 0.31",
        "{'content': [], '_meta': {'reprise.dev/costUsd': 2}} | 2",
        "{'content': [], '_meta': {'reprise.dev/costUsd': 'much'}} | none",
        "{'content': [], '_meta': {'other': 2}} | none",
        "{'content': []} | none"
      })
  void saysWhatTheCallDidCost(String result, @Nullable BigDecimal usd) throws IOException {
    assertThat(McpResultMapper.cost(read(result))).isEqualTo(Optional.ofNullable(usd));
  }

  private static CallToolResult read(String json) throws IOException {
    return Transports.json()
        .readValue(json.replace("\\'", "\\\"").replace('\'', '"'), CallToolResult.class);
  }
}

package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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
  void isRenderedAsText(String result, String words) {
    assertThat(McpResultMapper.of(read(result))).isEqualTo(new ToolOutcome.Succeeded(words));
  }

  /** The tool has done its work: what is readable is kept, and the rest is named. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | '[the server answered null instead of a result]'",
        "'\"a text\"' | '[the server answered a text instead of a result]\na text'",
        "[1] | '[the server answered a list of 3 characters instead of a result]\n[1]'",
        "{} | ''",
        "{'content': null} | ''",
        "{'content': 'a text'} | a text",
        "{'content': {'type': 'text', 'text': 'no list'}} | no list",
        "{'content': [null, {'type': 'text', 'text': 'a'}]}"
            + " | '[null in place of content was left out]\na'",
        "{'content': ['a', 7]} | 'a\n[a number in place of content was left out]'",
        "{'content': [{'text': 'no kind'}]} | no kind",
        "{'content': [{'type': 'text', 'text': 42}]} | 42",
        "{'content': [{'type': 'text', 'text': null}]} | '[a text was empty]'",
        "{'content': [{'type': 'text'}]} | '[a text was empty]'",
        "{'content': [{'type': 'video', 'data': 'AAAA', 'mimeType': 'video/mp4'},"
            + " {'type': 'text', 'text': 'beside it'}]}"
            + " | '[content of the kind video (video/mp4, about 3 bytes) was left out]\nbeside it'",
        "{'content': [{'type': 'form', 'fields': [1, 2]}]}"
            + " | '[content of the kind form (30 characters) was left out]'",
        "{'content': [[1, 2]]} | '[a list of 5 characters in place of content was left out]'",
        "{'content': [{'type': 'text', 'text': 'a', 'annotations': {'audience': ['nobody']}}]} | a",
        "{'content': [{'type': 'resource', 'resource': {}}]} | '[an empty resource]'",
        "{'content': [], 'structuredContent': 'a text'} | '\"a text\"'",
        "{'content': [{'type': 'text', 'text': 'a'}], '_meta': null} | a",
      })
  void isReadAsFarAsItGoes(String result, String words) {
    assertThat(McpResultMapper.of(read(result))).isEqualTo(new ToolOutcome.Succeeded(words));
  }

  @Test
  void cutsAReasonThatNoModelCouldRead() {
    JsonNode result =
        Json.read(
            "{\"isError\": true, \"content\": \"%s\"}".formatted("x".repeat(9 * 1024 * 1024)));

    assertThat(((ToolOutcome.Failed) McpResultMapper.of(result)).failure().message())
        .hasSizeLessThan(66_000)
        .endsWith("[the last 9,371,648 of 9,437,184 characters were left out]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'content': [{'type': 'text', 'text': 'no'}], 'isError': 'true'} | no",
        "{'content': [{'type': 'text', 'text': 'no'}], 'isError': true} | no",
        "{'content': [], 'isError': true} | the tool gave no reason"
      })
  void isAFailureIfTheToolReportsOne(String result, String words) {
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
  void saysWhatTheCallDidCost(String result, @Nullable BigDecimal usd) {
    assertThat(McpResultMapper.cost(read(result))).isEqualTo(Optional.ofNullable(usd));
  }

  private static JsonNode read(String json) {
    return Json.read(json.replace("\\'", "\\\"").replace('\'', '"'));
  }
}

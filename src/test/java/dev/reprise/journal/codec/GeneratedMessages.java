package dev.reprise.journal.codec;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.Replies;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generates messages of any shape of any provider, with texts that are difficult for JSON. */
final class GeneratedMessages {

  /** Texts that broke encodings before: escapes, controls, halves of pairs, line ends. */
  private static final List<String> HARD =
      List.of(
          "",
          "\\\"/\b\f\n\r\t",
          "\u0000\u0001\u001f\u007f\u0085",
          "\ud83d\ude00 \ud834\udd1e",
          "\ud800",
          "\udc00\ud800",
          "e\u0301 \u202e\u2028\u2029\ufeff\uffff",
          "{{prompt}} \\u0041 </script> '; DROP TABLE event",
          "{\"kind\":\"call\"}");

  private GeneratedMessages() {}

  static Arbitrary<Message> any() {
    return Arbitraries.oneOf(user(), assistant(), result());
  }

  static Arbitrary<ModelEvent.Replied> replied() {
    Arbitrary<Usage> usage =
        Combinators.combine(
                Arbitraries.longs().greaterOrEqual(0), Arbitraries.longs().greaterOrEqual(0))
            .as(Usage::new);
    return Combinators.combine(text(), Arbitraries.integers(), assistant(), usage)
        .as(
            (phase, iteration, message, used) ->
                Replies.of(phase, iteration, message.blocks(), used, message.metadata()));
  }

  private static Arbitrary<Message.User> user() {
    return Combinators.combine(
            Arbitraries.<Block>oneOf(words(), image(), other()).list().ofMinSize(1).ofMaxSize(4),
            word().optional())
        .as(Message.User::new);
  }

  static Arbitrary<Message.Assistant> assistant() {
    return Combinators.combine(
            Arbitraries.<Block>oneOf(
                    words(), reasoning(), image(), call().map(Block.Call::new), other())
                .list()
                .ofMaxSize(6)
                .map(GeneratedMessages::withUniqueCalls),
            json().optional())
        .as(Message.Assistant::new);
  }

  private static Arbitrary<Message.ToolResult> result() {
    Arbitrary<ToolOutcome> succeeded =
        Combinators.combine(text(), image().list().ofMaxSize(2)).as(ToolOutcome.Succeeded::new);
    Arbitrary<ToolOutcome> failed =
        text().map(text -> new ToolOutcome.Failed(new Failure("trouble", text)));
    return Combinators.combine(call(), Arbitraries.oneOf(succeeded, failed))
        .as(Message.ToolResult::new);
  }

  private static List<Block> withUniqueCalls(List<Block> blocks) {
    List<Block> unique = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Block block : blocks) {
      if (!(block instanceof Block.Call(ToolCall call)) || ids.add(call.id())) {
        unique.add(block);
      }
    }
    return unique;
  }

  private static Arbitrary<Block.Text> words() {
    return text().map(Block.Text::new);
  }

  private static Arbitrary<Block.Reasoning> reasoning() {
    return Combinators.combine(text(), json().optional()).as(Block.Reasoning::new);
  }

  private static Arbitrary<Block.Image> image() {
    return Combinators.combine(
            word().map(word -> "https://pictures/" + word),
            Arbitraries.of("image/png", "image/svg+xml"))
        .as(Block.Image::new);
  }

  private static Arbitrary<Block.Other> other() {
    return Combinators.combine(word(), json()).as(Block.Other::new);
  }

  private static Arbitrary<ToolCall> call() {
    return Combinators.combine(word(), word(), json(), json().optional()).as(ToolCall::new);
  }

  private static Arbitrary<String> text() {
    return Arbitraries.oneOf(
        Arbitraries.of(HARD), Arbitraries.strings().ofMaxLength(20), Arbitraries.of("plain"));
  }

  private static Arbitrary<String> word() {
    return text().map(text -> "#" + text);
  }

  /** Any JSON, as the code that accepts it from outside writes it. */
  private static Arbitrary<JsonValue> json() {
    Arbitrary<String> number =
        Arbitraries.oneOf(
            Arbitraries.bigDecimals().ofScale(30).map(BigDecimal::toString),
            Arbitraries.bigIntegers().map(Object::toString),
            Arbitraries.of("0", "-0.0", "1E+400", "2.50", "1" + "0".repeat(300)));
    Arbitrary<String> leaf =
        Arbitraries.oneOf(
            number, text().map(GeneratedMessages::quoted), Arbitraries.of("true", "null"));
    return Arbitraries.recursive(() -> leaf, GeneratedMessages::nested, 0, 3)
        .map(text -> new JsonValue(Json.write(Json.read(text))));
  }

  private static Arbitrary<String> nested(Arbitrary<String> inner) {
    return Arbitraries.oneOf(
        inner.list().ofMaxSize(3).map(values -> "[" + String.join(",", values) + "]"),
        Combinators.combine(text(), inner)
            .as((name, value) -> "{" + quoted(name) + ":" + value + ",\"kind\":1}"));
  }

  private static String quoted(String text) {
    return Json.write(TextNode.valueOf(text));
  }
}

package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.platform.Json;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A tool that agents may be given.
 *
 * @param description as models are told
 * @param effect what it does to the world, and so what may be done where a call's outcome is
 *     unknown
 * @param dangerous whether a person should look before it runs
 * @param tags in alphabetical order
 * @param cost what one call may be expected to cost; absent if nothing is known
 * @param arguments JSON Schema (2020-12) of the arguments
 * @param terms on which calls are made, by this server's policy; an agent's grant may narrow them
 */
public record ToolView(
    String name,
    String description,
    EffectClass effect,
    boolean dangerous,
    String category,
    List<String> tags,
    Optional<Cost> cost,
    JsonNode arguments,
    Terms terms) {

  /**
   * On what terms calls are made.
   *
   * @param approval whether a person is asked before each call
   * @param timeout how long a call may take
   * @param resultLimit how many bytes of a result a model is given at once
   * @param concurrency how many calls this server makes at once; absent for as many as there are
   * @param secrets names of those that calls of the tenant's runs may use
   */
  public record Terms(
      boolean approval,
      Duration timeout,
      int resultLimit,
      Optional<Integer> concurrency,
      List<String> secrets) {

    static Terms of(EffectiveToolPolicy terms, List<String> secrets) {
      return new Terms(
          terms.approval(), terms.timeout(), terms.resultLimit(), terms.concurrency(), secrets);
    }
  }

  static ToolView of(ToolDeclaration tool, EffectiveToolPolicy terms, List<String> secrets) {
    return new ToolView(
        tool.name(),
        tool.description(),
        tool.effect(),
        tool.dangerous(),
        tool.category(),
        tool.tags().stream().sorted().toList(),
        tool.cost(),
        Json.read(tool.arguments().text()),
        Terms.of(terms, secrets));
  }
}

package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.EffectClass;
import dev.reprise.api.killswitch.SwitchedOff;
import dev.reprise.platform.Json;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.ApprovalRule;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A tool that agents can be granted.
 *
 * @param description as the model reads it
 * @param effect what it does to the world; decides what is allowed if a call's outcome is unknown
 * @param dangerous whether a person should check a call before it runs
 * @param tags in alphabetical order
 * @param cost what calls are expected to cost, by this server's policy or as the tool declares;
 *     absent if it is not known
 * @param arguments JSON Schema (2020-12) of the arguments
 * @param terms of calls, by this server's policy; an agent's grant may narrow them
 * @param switchedOff why no run of the tenant can call it now; absent if no kill switch is set
 */
public record ToolView(
    String name,
    String description,
    EffectClass effect,
    boolean dangerous,
    String category,
    List<String> tags,
    Optional<CostHint> cost,
    JsonNode arguments,
    Terms terms,
    Optional<SwitchedOff> switchedOff) {

  /**
   * The terms of calls.
   *
   * @param approval whether each call needs the approval of a person
   * @param timeout how long a call may take
   * @param resultLimit how many bytes of a result the model gets at once
   * @param concurrency how many calls this server makes at once; absent for no limit
   * @param secrets names of the secrets that calls of the tenant's runs may use
   */
  public record Terms(
      boolean approval,
      Duration timeout,
      int resultLimit,
      Optional<Integer> concurrency,
      List<String> secrets) {

    static Terms of(EffectiveToolPolicy terms, List<String> secrets) {
      return new Terms(
          terms.approval() == ApprovalRule.ALWAYS,
          terms.timeout(),
          terms.resultLimit(),
          terms.concurrency(),
          secrets);
    }
  }

  static ToolView of(
      ToolDeclaration tool,
      EffectiveToolPolicy terms,
      List<String> secrets,
      Optional<SwitchedOff> switchedOff) {
    return new ToolView(
        tool.name(),
        tool.description(),
        tool.effect(),
        tool.dangerous(),
        tool.category(),
        tool.tags().stream().sorted().toList(),
        terms.costHint(),
        Json.read(tool.arguments().text()),
        Terms.of(terms, secrets),
        switchedOff);
  }
}

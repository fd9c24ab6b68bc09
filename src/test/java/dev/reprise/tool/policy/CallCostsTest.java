package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Cost;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.tool.CostHint;
import dev.reprise.tool.ToolDeclaration;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What calls are expected to cost, by their tool, the policy and their arguments. */
class CallCostsTest {

  private final Path directory;

  CallCostsTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                  | 0.2",
        "{\"ids\": []}                       | 0.2",
        "{\"ids\": [1, 2, 3]}                | 0.23",
        "{\"a\": [1], \"b\": {\"c\": [1, 2]}} | 0.22",
      })
  void dependsOnTheItemsOfTheCall(String arguments, String usd) throws Exception {
    assertThat(costs("[]").expected("acme", tool("0.2", "0.01"), call(arguments)))
        .contains(usd(usd));
  }

  @Test
  void isUnknownIfNobodySaysIt() throws Exception {
    ToolDeclaration silent = ToolDeclaration.named("mcp_erp_index", EffectClass.ONCE).build();

    assertThat(costs("[]").expected("acme", silent, call("{}"))).isEmpty();
    assertThat(costs("[{name: mcp_*, cost: 0.6}]").expected("acme", silent, call("{}")))
        .contains(usd("0.6"));
  }

  /** A rule with one of the two members says all, so what a tool declares is not mixed into it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[{name: mcp_*, cost: 0.6}]                     | 0.6",
        "[{name: mcp_*, costPerItem: 0.5}]              | 1",
        "[{name: mcp_*, cost: 1, costPerItem: 0.5}]     | 2",
        "[{name: mcp_*, cost: 0}, {cost: 9}]            | 0",
        "[{name: other, cost: 9}]                       | 0.22",
      })
  void isAsTheFirstRuleSaysRatherThanTheTool(String rules, String usd) throws Exception {
    assertThat(costs(rules).expected("acme", tool("0.2", "0.01"), call("{\"ids\": [1, 2]}")))
        .contains(usd(usd));
  }

  @Test
  void isWhatRecentCallsDidCostIfNobodySaysIt() throws Exception {
    ToolDeclaration silent = ToolDeclaration.named("mcp_erp_index", EffectClass.ONCE).build();
    CallCosts costs = costs("[]");

    costs.learn("acme", silent, call("{}"), new BigDecimal("0.7"));

    assertThat(costs.expected("acme", silent, call("{}"))).contains(usd("0.7"));
    assertThat(costs.expected("umbra", silent, call("{}"))).as("another tenant").isEmpty();
    ToolDeclaration other = ToolDeclaration.named("other", EffectClass.ONCE).build();
    assertThat(costs.expected("acme", other, call("{}"))).isEmpty();
  }

  @Test
  void isTheLargerOfWhatWasSaidAndWhatRecentCallsDidCost() throws Exception {
    CallCosts costs = costs("[]");
    ToolDeclaration tool = tool("0.2", "0");

    costs.learn("acme", tool, call("{}"), new BigDecimal("0.1"));
    assertThat(costs.expected("acme", tool, call("{}"))).contains(usd("0.2"));

    costs.learn("acme", tool, call("{}"), new BigDecimal("0.6"));
    assertThat(costs.expected("acme", tool, call("{}"))).contains(usd("0.6"));
  }

  @Test
  void growsWithTheItemsOfTheCallAlsoIfRecentCallsDidCostMore() throws Exception {
    CallCosts costs = costs("[]");
    ToolDeclaration tool = tool("0", "0.01");

    costs.learn("acme", tool, call("{\"ids\": [1, 2]}"), new BigDecimal("0.06"));

    assertThat(costs.expected("acme", tool, call("{\"ids\": [1, 2, 3, 4]}"))).contains(usd("0.12"));
  }

  @Test
  void forgetsADearCallAfterDozensOfCheaperOnes() throws Exception {
    CallCosts costs = costs("[]");
    ToolDeclaration tool = tool("0.2", "0");
    costs.learn("acme", tool, call("{}"), new BigDecimal("0.6"));

    for (int i = 0; i < 3; i++) {
      costs.learn("acme", tool, call("{}"), new BigDecimal("0.2"));
    }
    assertThat(costs.expected("acme", tool, call("{}")).map(ExpectedCost::amount))
        .hasValueSatisfying(
            usd -> assertThat(usd).isBetween(new BigDecimal("0.5"), new BigDecimal("0.6")));
    for (int i = 0; i < 30; i++) {
      costs.learn("acme", tool, call("{}"), new BigDecimal("0.2"));
    }
    assertThat(costs.expected("acme", tool, call("{}"))).contains(usd("0.2"));
  }

  @Test
  void doesNotCompareDollarsWithAnotherCurrency() throws Exception {
    var euros =
        ToolDeclaration.named("mcp_erp_index", EffectClass.ONCE)
            .costing(new CostHint(BigDecimal.ONE, BigDecimal.ZERO, "EUR"))
            .build();
    CallCosts costs = costs("[]");

    costs.learn("acme", euros, call("{}"), new BigDecimal("7"));

    assertThat(costs.expected("acme", euros, call("{}")))
        .contains(new ExpectedCost(BigDecimal.ONE, "EUR"));
  }

  @Test
  void isPartOfWhatAnApprovalDependsOnIfARuleSaysIt() throws Exception {
    ToolDeclaration tool = tool("0.2", "0.01");

    String byTool = digest("[]", tool);
    assertThat(digest("[{name: mcp_*, cost: 0.2, costPerItem: 0.01}]", tool)).isEqualTo(byTool);
    assertThat(digest("[{name: mcp_*, cost: 0.3, costPerItem: 0.01}]", tool)).isNotEqualTo(byTool);
    assertThat(digest("[{name: mcp_*, cost: 0.2}]", tool)).isNotEqualTo(byTool);
  }

  private String digest(String rules, ToolDeclaration tool) throws Exception {
    return PolicyDigest.of(
        tool, policy(rules).effective(tool, ToolGrant.WHOLE), CostLimits.DEFAULT, 1);
  }

  private CallCosts costs(String rules) throws Exception {
    return new CallCosts(policy(rules));
  }

  private ToolPolicy policy(String rules) throws Exception {
    return new ToolPolicy(
        ToolPolicyFile.read(Files.writeString(directory.resolve("tools.yaml"), rules)));
  }

  private static ExpectedCost usd(String amount) {
    return new ExpectedCost(new BigDecimal(amount), Cost.CURRENCY);
  }

  private static ToolDeclaration tool(String perCall, String perItem) {
    return ToolDeclaration.named("mcp_erp_index", EffectClass.ONCE)
        .costing(CostHint.usd(new BigDecimal(perCall), new BigDecimal(perItem)))
        .build();
  }

  private static ToolCall call(String arguments) {
    return new ToolCall("c1", "mcp_erp_index", new JsonValue(arguments));
  }
}

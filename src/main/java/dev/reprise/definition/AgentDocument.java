package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChain;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.agent.RunPolicy;
import dev.reprise.agent.Template;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.document.DocumentObject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An agent's document that fits its schema, {@code META-INF/schemas/agent.json}. Reads the agent
 * and fills in the defaults that the schema describes. Tested by {@code AgentReaderTest}.
 */
record AgentDocument(DocumentObject root) {

  /** The members of a model that are not options of its provider. */
  static final List<String> MODEL_MEMBERS = List.of("provider", "name", "fallbacks");

  AgentDocument(JsonNode tree) {
    this(new DocumentObject("", tree));
  }

  AgentDefinition definition() {
    List<String> tools = distinct(root.texts("tools").orElse(List.of()));
    return new AgentDefinition(
        root.requiredText("name"),
        root.requiredText("description"),
        models(root.object("model").orElseThrow()),
        root.text("systemPrompt").orElse(""),
        root.object("input").map(AgentDocument::schema),
        phases(tools),
        runPolicy(),
        root.objectsByName("grants").entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, it -> grant(it.getValue()))));
  }

  private RunPolicy runPolicy() {
    return new RunPolicy(
        limits(root, Limits.OF_A_RUN),
        root.object("compaction").map(AgentDocument::compaction),
        root.object("record").flatMap(it -> it.flag("bodies")).orElse(true),
        root.object("retry").map(AgentDocument::retry).orElse(RetryPreferences.AS_THE_SERVER),
        root.object("budget").map(AgentDocument::budget).orElse(Budget.NONE),
        pausesIfDenied(root));
  }

  private static boolean pausesIfDenied(DocumentObject owner) {
    return owner.text("onDenied").filter("pause"::equals).isPresent();
  }

  private static ModelChain models(DocumentObject model) {
    return new ModelChain(
        choice(model), model.objects("fallbacks").stream().map(AgentDocument::choice).toList());
  }

  private static ModelChoice choice(DocumentObject model) {
    ObjectNode options = model.node().deepCopy();
    options.remove(MODEL_MEMBERS);
    return new ModelChoice(
        model.requiredText("provider"),
        model.text("name").orElse("default"),
        new JsonValue(CanonicalJson.write(options)));
  }

  /** What the agent says of its output is a contract of its last phase. */
  private List<Phase> phases(List<String> tools) {
    List<DocumentObject> all = root.objects("phases");
    List<Phase> phases = new ArrayList<>();
    for (DocumentObject phase : all) {
      Optional<DocumentObject> ofAgent =
          root.object("output").filter(ignored -> phases.size() == all.size() - 1);
      phases.add(phase(phase, tools, phase.object("output").or(() -> ofAgent)));
    }
    return phases;
  }

  private static Phase phase(
      DocumentObject phase, List<String> toolsOfTheAgent, Optional<DocumentObject> output) {
    return new Phase(
        phase.requiredText("name"),
        new Template(phase.requiredText("prompt")),
        phase.texts("tools").map(AgentDocument::distinct).orElse(toolsOfTheAgent),
        phase.flag("critical").orElse(true),
        limits(phase, Limits.OF_A_PHASE),
        phase.flag("allowEmptyAnswer").orElse(false),
        output.map(
            it ->
                new OutputContract(
                    schema(it), phase.integer("attempts").orElse(OutputContract.ATTEMPTS))));
  }

  private static JsonValue schema(DocumentObject schema) {
    return new JsonValue(CanonicalJson.write(schema.node()));
  }

  private static Limits limits(DocumentObject owner, Limits defaults) {
    Optional<DocumentObject> limits = owner.object("limits");
    return new Limits(
        limits.flatMap(it -> it.integer("maxIterations")).orElse(defaults.maxIterations()),
        limits.flatMap(it -> it.duration("deadline")).orElse(defaults.deadline()));
  }

  private static Compaction compaction(DocumentObject compaction) {
    return new Compaction(
        compaction.wholeNumber("afterBytes").orElse(Compaction.DEFAULT.afterBytes()),
        compaction.integer("keepMessages").orElse(Compaction.DEFAULT.keepMessages()));
  }

  private static Budget budget(DocumentObject budget) {
    return new Budget(
        budget.decimal("usd"),
        budget.wholeNumber("tokens"),
        budget.integer("modelCalls"),
        budget.integer("toolCalls"),
        budget.duration("time"),
        budget.decimal("usdPerCall"),
        budget
            .text("onExceeded")
            .map(text -> Budget.OnExceeded.valueOf(text.toUpperCase(Locale.ROOT))));
  }

  private static RetryPreferences retry(DocumentObject retry) {
    return new RetryPreferences(overrides(retry.object("model")), overrides(retry.object("tools")));
  }

  private static RetryPreferences.Overrides overrides(Optional<DocumentObject> retry) {
    return retry
        .map(
            it ->
                new RetryPreferences.Overrides(
                    it.integer("attempts"),
                    it.text("strategy"),
                    it.decimal("factor").map(BigDecimal::doubleValue),
                    it.duration("baseDelay"),
                    it.duration("maxDelay")))
        .orElse(RetryPreferences.Overrides.NONE);
  }

  private static ToolGrant grant(DocumentObject grant) {
    return new ToolGrant(
        new HashSet<>(grant.texts("only").orElse(List.of())),
        grant.texts("secrets").map(HashSet::new),
        grant.duration("timeout"),
        grant.flag("approval").orElse(false),
        pausesIfDenied(grant));
  }

  private static List<String> distinct(List<String> names) {
    return names.stream().distinct().toList();
  }
}

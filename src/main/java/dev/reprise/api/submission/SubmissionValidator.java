package dev.reprise.api.submission;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.queue.row.Labels;
import dev.reprise.run.decision.InputFaults;
import dev.reprise.tool.Workspaces;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** Checks a submission against what this server has. Tested by {@code RefusedSubmissionIT}. */
@ApplicationScoped
public class SubmissionValidator {

  private static final Setting<NonDurableRuns> NOT_DURABLE =
      Setting.of("reprise.runs.not-durable", SettingType.choice(NonDurableRuns.class), "refuse")
          .means("whether runs may be submitted with `\"durable\": false`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-engine", NOT_DURABLE);
    }
  }

  private final AgentCatalogue agents;
  private final Workspaces workspaces;
  private final Redaction redaction;
  private final NonDurableRuns notDurable;

  @Inject
  SubmissionValidator(
      AgentCatalogue agents, Workspaces workspaces, Redaction redaction, Config config) {
    this.agents = agents;
    this.workspaces = workspaces;
    this.redaction = redaction;
    this.notDurable = NOT_DURABLE.get(config);
  }

  /**
   * Checks a submission of a version of its agent.
   *
   * @throws ProblemException if the run could not be carried out as it was submitted
   */
  void check(Submission submission, AgentVersion agent) {
    if (!submission.asksForDurability() && notDurable == NonDurableRuns.REFUSE) {
      throw at(
          ProblemType.DURABLE_ONLY,
          "durable",
          "must be true: this server accepts durable runs only (reprise.runs.not-durable)");
    }
    checkInput(agent.definition(), submission.inputOrEmpty());
    checkLabels(submission.labelsOrNone());
    submission
        .budgetIfSet()
        .ifPresent(budget -> checkBudget(agent.definition().runPolicy().budget(), budget));
  }

  /** Labels are stored as they are, so that runs are found by them. */
  private void checkLabels(Labels labels) {
    labels
        .values()
        .forEach(
            (name, value) -> {
              if (!redaction.text(value).equals(value)) {
                throw ProblemException.invalidValue(
                    "labels." + name,
                    "must have nothing that the record redacts, such as a secret itself");
              }
            });
  }

  /**
   * Returns the present version of an agent of a tenant.
   *
   * @throws ProblemException if it has none of this name, its document must be corrected first, or
   *     the server does not have yet what the agent needs
   */
  public AgentVersion agent(String tenant, String name) {
    return switch (agents.find(tenant, name)) {
      case CatalogueEntry.Found found -> found.version();
      case CatalogueEntry.Broken broken -> throw broken(broken);
      case CatalogueEntry.NotReady notReady -> throw notReady(notReady);
      case CatalogueEntry.Unknown ignored -> throw unknownAgent(tenant);
    };
  }

  /**
   * Checks that a tenant has such a workspace, or such a directory in one.
   *
   * @throws ProblemException if it has not
   */
  public void checkWorkspace(String tenant, String name) {
    if (workspaces.find(tenant, name).isEmpty()) {
      throw unknownWorkspace(tenant);
    }
  }

  private ProblemException unknownAgent(String tenant) {
    List<String> names =
        agents.list(tenant).stream()
            .filter(CatalogueEntry.Found.class::isInstance)
            .map(CatalogueEntry::name)
            .toList();
    return at(ProblemType.UNKNOWN_AGENT, "agent", "must be the name of an agent; " + those(names));
  }

  public static ProblemException broken(CatalogueEntry.Broken agent) {
    return new ProblemException(
        ProblemType.BROKEN_AGENT,
        "Agent '%s' cannot run until %s is corrected, or this server has what it names."
            .formatted(agent.name(), agent.source()),
        errors(agent.problems()));
  }

  public static ProblemException notReady(CatalogueEntry.NotReady agent) {
    return notReady(agent.name(), agent.words(), errors(agent.absent()));
  }

  /**
   * Returns the refusal of an agent of which this server lacks something at this moment.
   *
   * @param words what it lacks
   */
  public static ProblemException notReady(String agent, String words, List<FieldError> absent) {
    return new ProblemException(
        ProblemType.AGENT_NOT_READY,
        "Agent '%s' cannot run at this moment: %s.".formatted(agent, words),
        absent);
  }

  public static List<FieldError> errors(List<DocumentError> problems) {
    return problems.stream().map(FieldError::of).toList();
  }

  ProblemException unknownWorkspace(String tenant) {
    return at(
        ProblemType.UNKNOWN_WORKSPACE,
        "workspace",
        "must be a workspace of this server or a directory in one; "
            + those(workspaces.names(tenant)));
  }

  /**
   * Checks that an input fits the agent's schema, and has everything that its prompts refer to.
   *
   * @throws ProblemException if it does not
   */
  public static void checkInput(AgentDefinition agent, JsonNode input) {
    checkReferences(agent, new JsonValue(CanonicalJson.write(input)));
  }

  /**
   * Checks that an input that can be recorded fits the agent's schema, and has everything that its
   * prompts refer to.
   *
   * @throws ProblemException if it has not
   */
  public static void checkReferences(AgentDefinition agent, JsonValue input) {
    InputFaults faults = InputFaults.of(agent, input);
    if (!faults.violations().isEmpty()) {
      throw new ProblemException(
          ProblemType.INVALID_INPUT,
          "The input does not fit what agent '%s' takes.".formatted(agent.name()),
          errorsOf(faults.violations()));
    }
    List<FieldError> missing = errorsOf(faults.missing());
    if (!missing.isEmpty()) {
      throw new ProblemException(
          ProblemType.MISSING_INPUT,
          "Agent '%s' needs %s."
              .formatted(
                  agent.name(), String.join(", ", missing.stream().map(FieldError::path).toList())),
          missing);
    }
  }

  private static List<FieldError> errorsOf(List<InputFaults.Fault> faults) {
    return faults.stream().map(it -> new FieldError(it.path(), it.message())).toList();
  }

  /** A client may lower the limits of an agent, and set others. */
  private static void checkBudget(Budget agents, Budget budget) {
    budget
        .limitAbove(agents)
        .ifPresent(
            limit -> {
              throw at(
                  ProblemType.INVALID_VALUE,
                  "budget." + limit.name(),
                  "must be at most %s, as the agent's budget says".formatted(limit.allowed()));
            });
  }

  private static ProblemException at(ProblemType type, String path, String message) {
    return new ProblemException(type, path + " " + message, List.of(new FieldError(path, message)));
  }

  private static String those(Collection<String> names) {
    return names.isEmpty() ? "there are none" : "there are " + String.join(", ", names);
  }
}

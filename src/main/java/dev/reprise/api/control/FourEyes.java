package dev.reprise.api.control;

import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.identity.ApiKeys;
import dev.reprise.api.identity.KnownNames;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.queue.inbox.MessageInbox;
import dev.reprise.queue.row.Run;
import dev.reprise.run.approval.Approval;
import dev.reprise.run.approval.Person;
import dev.reprise.run.state.RunState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * Who counts as another person where one must approve: under four eyes no party of the run, and
 * where several must approve each person once. An API key is no person; who created it is a party
 * of what it does. A tenant may have a setting of its own. Anyone with the role may deny.
 */
@ApplicationScoped
public class FourEyes {

  private static final Setting<Boolean> BY_SUBMITTER =
      Setting.of("reprise.approvals.by-submitter", SettingType.flag(), "true")
          .means(
              "whether the parties of a run, such as the person who submitted it, may approve its"
                  + " calls, and API keys too; denying one is always allowed");
  private static final Setting<Boolean> BY_SUBMITTER_OF_TENANT =
      Setting.optional("reprise.approvals.tenant.<tenant>.by-submitter", SettingType.flag())
          .otherwise("`reprise.approvals.by-submitter`")
          .ofTenants()
          .means("the same for the runs of a tenant");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", BY_SUBMITTER, BY_SUBMITTER_OF_TENANT);
    }
  }

  private final Config config;
  private final ApiKeys keys;
  private final KnownNames names;
  private final MessageInbox messages;

  @Inject
  FourEyes(Config config, ApiKeys keys, KnownNames names, MessageInbox messages) {
    this.config = config;
    this.keys = keys;
    this.names = names;
    this.messages = messages;
  }

  /** Returns whether another person than the parties must approve what runs of a tenant do. */
  boolean isRequired(String tenant) {
    return !BY_SUBMITTER_OF_TENANT
        .of(tenant)
        .find(config)
        .orElseGet(() -> BY_SUBMITTER.get(config));
  }

  /**
   * Checks who approves a call of a run.
   *
   * @throws ProblemException if the approval of this person does not count
   */
  void check(Run run, RunState state, Optional<Approval> approval, String by) {
    approval
        .filter(it -> it.terms().quorum() > 1)
        .flatMap(it -> refusal(run, it, by))
        .or(() -> refusal(run, state, by))
        .ifPresent(
            why -> {
              throw new ProblemException(ProblemType.FORBIDDEN, why);
            });
  }

  /**
   * Checks to whom a decision about a call of a run is passed on.
   *
   * @throws ProblemException if the approval of this person would not count, or there is no such
   *     person
   */
  void checkColleague(Run run, RunState state, String to) {
    if (!names.mayBe(run.tenant(), to)) {
      throw ProblemException.invalidValue(
          "to", "must be the name under which a person logs in; '%s' is none".formatted(to));
    }
    refusal(run, state, to)
        .ifPresent(
            why -> {
              throw ProblemException.invalidValue(
                  "to", "must be another person: " + why.sentence());
            });
  }

  private static Optional<Explained> refusal(Run run, Approval bySeveral, String by) {
    var person = new Person(by);
    if (person.apiKey().isPresent()) {
      return Optional.of(
          new Explained(
              "Several people must approve this call of run %s; '%s' is an API key."
                  .formatted(run.id(), by),
              Code.APPROVER_IS_KEY.with("by", by)));
    }
    return bySeveral.by().stream()
        .filter(before -> person.is(before) && !before.equals(by))
        .findFirst()
        .map(
            before ->
                new Explained(
                    "Several people must approve this call of run %s; '%s' counts as '%s', who has."
                        .formatted(run.id(), by, before),
                    Code.APPROVER_COUNTED_BEFORE.with("by", by).with("before", before)));
  }

  /** Returns why a person must not approve what a run does; empty if this person may. */
  private Optional<Explained> refusal(Run run, RunState state, String by) {
    if (!isRequired(run.tenant())) {
      return Optional.empty();
    }
    var person = new Person(by);
    if (person.apiKey().isPresent()) {
      return Optional.of(
          new Explained(
              "A person must approve what run %s does; '%s' is an API key.".formatted(run.id(), by),
              Code.APPROVER_IS_KEY.with("by", by)));
    }
    return Optional.of(parties(run, state))
        .filter(all -> all.stream().anyMatch(person::is))
        .map(
            all ->
                new Explained(
                    "Another person than '%s' must approve what run %s does: it was submitted, changed or steered by '%s'."
                        .formatted(by, run.id(), String.join("', '", all)),
                    Code.APPROVER_IS_PARTY.with("by", by).with("parties", List.copyOf(all))));
  }

  /**
   * Checks who approves what a batch is expected to cost.
   *
   * @throws ProblemException if the approval of this person does not count
   */
  public void checkBatch(String tenant, String submittedBy, String by) {
    var person = new Person(by);
    boolean isParty = partiesOf(tenant, submittedBy).stream().anyMatch(person::is);
    if (isRequired(tenant) && (isParty || person.apiKey().isPresent())) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "The batch was submitted by '%s'; another person than '%s' must approve its cost."
              .formatted(submittedBy, by));
    }
  }

  /**
   * Returns who must not approve what a run does; empty if each person may who has the role. API
   * keys must not either, then.
   */
  List<String> barred(Run run, RunState state) {
    return isRequired(run.tenant()) ? List.copyOf(parties(run, state)) : List.of();
  }

  /**
   * Returns the parties with who created those that are API keys. Who posted a message is one from
   * then on, and not only when the run has read it: what waits for an approval reads it afterwards.
   */
  private Set<String> parties(Run run, RunState state) {
    Set<String> all = new LinkedHashSet<>();
    Stream.of(
            List.of(run.submittedBy()),
            state.assignment().parties().names(),
            messages.senders(run.id()))
        .flatMap(List::stream)
        .forEach(name -> all.addAll(partiesOf(run.tenant(), name)));
    return all;
  }

  private Set<String> partiesOf(String tenant, String name) {
    Set<String> all = new LinkedHashSet<>(Set.of(name));
    new Person(name).apiKey().ifPresent(key -> all.addAll(keys.creators(tenant, key)));
    return all;
  }
}

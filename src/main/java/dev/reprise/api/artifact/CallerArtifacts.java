package dev.reprise.api.artifact;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.api.http.IfMatch;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.identity.Caller;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.ArtifactSettings;
import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.Ranking;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.Stage;
import dev.reprise.artifact.UsePolicy;
import dev.reprise.artifact.store.ArtifactDecision;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.artifact.store.ArtifactPages;
import dev.reprise.artifact.store.ArtifactStore;
import dev.reprise.operations.killswitch.KillSwitches;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * The artifacts of the caller's tenant, as the caller sees and changes them. Tested by {@code
 * ArtifactsIT}.
 */
@RequestScoped
class CallerArtifacts {

  private static final System.Logger LOG = System.getLogger(CallerArtifacts.class.getName());

  private final Caller caller;
  private final ArtifactStore store;
  private final ArtifactPages pages;
  private final KillSwitches switches;
  private final ArtifactSettings settings;
  private final Clock clock;

  /** What a person does to an artifact. */
  interface Act {
    Artifact on(Artifact artifact, String by, String reason, Instant at);
  }

  @Inject
  CallerArtifacts(
      Caller caller,
      ArtifactStore store,
      ArtifactPages pages,
      KillSwitches switches,
      Config config,
      Clock clock) {
    this.caller = caller;
    this.store = store;
    this.pages = pages;
    this.switches = switches;
    this.settings = new ArtifactSettings(config);
    this.clock = clock;
  }

  /**
   * Returns the key of an artifact of the caller's tenant.
   *
   * @throws ProblemException if no artifact can have these names
   */
  ArtifactKey key(String role, String method) {
    if (!ArtifactKey.NAME.matcher(role).matches() || !ArtifactKey.NAME.matcher(method).matches()) {
      throw none();
    }
    return new ArtifactKey(caller.tenant(), role, method);
  }

  /** Returns the keys of a page of the tenant's artifacts. */
  List<ArtifactKey> keys(
      Optional<String> role, Optional<Stage> stage, Optional<ArtifactKey> after, int limit) {
    return pages.keys(new ArtifactPages.Query(caller.tenant(), role, stage, after, limit));
  }

  /** Returns the first of those whose documents cannot be read. */
  List<ArtifactPages.CorruptArtifact> corrupt(Optional<String> role, int limit) {
    return pages.corrupt(caller.tenant(), role, limit);
  }

  /**
   * Changes an artifact, and keeps the decision.
   *
   * @param condition on the artifact that is changed
   * @param action what is done, in one word of the past
   * @throws ProblemException if there is none, or it is not what the client has seen
   */
  Artifact change(ArtifactKey key, IfMatch condition, String action, String reason, Act act) {
    return decide(
            key,
            condition,
            action,
            reason,
            stored -> stored.map(it -> act.on(it, caller.name(), reason, now())))
        .orElseThrow(CallerArtifacts::none);
  }

  /**
   * Changes an artifact, if there is one then, and keeps the decision.
   *
   * @param condition on the artifact that is changed
   * @param action what is done, in one word of the past
   * @throws ProblemException if it is not what the client has seen
   */
  Optional<Artifact> decide(
      ArtifactKey key,
      IfMatch condition,
      String action,
      String reason,
      Function<Optional<Artifact>, Optional<Artifact>> change) {
    String what = "Artifact %s/%s".formatted(key.role(), key.method());
    Optional<Artifact> changed =
        store.decided(
            key,
            decision(action, reason),
            stored -> {
              stored.ifPresentOrElse(
                  it -> condition.require(what, ArtifactTag.of(it)),
                  () -> condition.requireNothing(what));
              return change.apply(stored);
            });
    changed.ifPresent(it -> log(it, action));
    return changed;
  }

  private ArtifactDecision decision(String action, String reason) {
    return new ArtifactDecision(action, caller.name(), reason, now());
  }

  /** Returns who changes artifacts. */
  String admin() {
    return caller.name();
  }

  private void log(Artifact artifact, String action) {
    LOG.log(
        INFO,
        "artifact %s: %s by %s, now %s"
            .formatted(artifact.key(), action, caller.name(), artifact.standing().stage()));
  }

  /** Returns a response that shows an artifact under its ETag. */
  Response show(Artifact artifact) {
    return Response.ok(detail(artifact)).tag(ArtifactTag.of(artifact)).build();
  }

  /**
   * Returns an artifact.
   *
   * @throws ProblemException if there is none
   */
  Artifact find(ArtifactKey key) {
    return store.find(key).orElseThrow(CallerArtifacts::none);
  }

  private ArtifactDetail detail(Artifact artifact) {
    return new ArtifactDetail(
        view().apply(artifact),
        ArtifactJson.write(artifact),
        CodeChange.all(artifact.generations()));
  }

  /**
   * Shows artifacts of the tenant that can be read. Only one document is in memory at a time,
   * however long the page is.
   */
  List<ArtifactView> views(List<ArtifactKey> some) {
    Function<Artifact, ArtifactView> view = view();
    List<ArtifactView> views = new ArrayList<>();
    for (ArtifactKey key : some) {
      store.find(key).map(view).ifPresent(views::add);
    }
    return views;
  }

  private Function<Artifact, ArtifactView> view() {
    var ranking = new Ranking(settings.ranking, clock.instant());
    var policy =
        settings.uses(
            switches.onStoredCode(caller.tenant()), switches.onCodeRepair(caller.tenant()));
    List<ArtifactSummary> usable =
        store.promoted(caller.tenant()).stream()
            .filter(it -> policy.mayRead(it.key().role()))
            .toList();
    List<ArtifactSummary> known = ranking.knownTools(usable);
    return it -> ArtifactView.of(it, nextCall(it, policy), known, ranking);
  }

  /** Returns what would be done for a call under the artifact's own contract. */
  private Selection nextCall(Artifact artifact, UsePolicy policy) {
    return Selection.of(Optional.of(artifact), artifact.contract(), settings.health)
        .under(policy, artifact.key().role(), false);
  }

  Instant now() {
    return clock.instant();
  }

  private static ProblemException none() {
    return ProblemException.notFound("There is no artifact of this role and method.");
  }
}

package dev.reprise.artifact.store;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactSettings;
import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.Ranking;
import dev.reprise.artifact.Ranking.Prospect;
import dev.reprise.artifact.Stage;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.eclipse.microprofile.config.Config;

/**
 * Puts artifacts away that are not called any more. Each change is a decision that can be undone.
 * An artifact that is called between the list and the change is left alone.
 */
@ApplicationScoped
public class ArtifactCleanup {

  private static final System.Logger LOG = System.getLogger(ArtifactCleanup.class.getName());

  private final ArtifactStore store;
  private final ArtifactSettings settings;
  private final Clock clock;

  @Inject
  public ArtifactCleanup(ArtifactStore store, Config config, Clock clock) {
    this.store = store;
    this.settings = new ArtifactSettings(config);
    this.clock = clock;
  }

  /**
   * The artifacts that are considered.
   *
   * @param role only of this role; empty for all
   */
  public record Scope(String tenant, Optional<String> role) {}

  /**
   * Returns the artifacts that rank below all others for lack of calls, and are not archived yet.
   *
   * @throws DatabaseException if the database fails
   */
  public List<ArtifactSummary> archivable(Scope scope) {
    return found(scope, archivable());
  }

  /**
   * Archives these artifacts, and returns them as they were.
   *
   * @throws DatabaseException if the database fails; some may be archived by then
   */
  public List<ArtifactSummary> archive(Scope scope, String by, String reason) {
    var decision = new ArtifactDecision("archived", by, reason, clock.instant());
    List<ArtifactSummary> done = new ArrayList<>();
    for (ArtifactSummary unused : archivable(scope)) {
      Optional<Artifact> archived =
          store.decided(
              unused.key(),
              decision,
              stored ->
                  stored
                      .filter(it -> archivable().test(it.summary()))
                      .map(it -> it.archived(by, reason, decision.at())));
      if (archived.isPresent()) {
        note(unused, decision, done);
      }
    }
    return done;
  }

  /**
   * Returns the artifacts that may be removed for lack of calls.
   *
   * @throws DatabaseException if the database fails
   */
  public List<ArtifactSummary> removable(Scope scope) {
    return found(scope, removable());
  }

  /**
   * Removes these artifacts, and returns them as they were.
   *
   * @throws DatabaseException if the database fails; some may be removed by then
   */
  public List<ArtifactSummary> remove(Scope scope, String by, String reason) {
    var decision = new ArtifactDecision("removed", by, reason, clock.instant());
    List<ArtifactSummary> done = new ArrayList<>();
    for (ArtifactSummary unused : removable(scope)) {
      if (store.removed(unused.key(), decision, removable())) {
        note(unused, decision, done);
      }
    }
    return done;
  }

  private static void note(
      ArtifactSummary unused, ArtifactDecision decision, List<ArtifactSummary> done) {
    LOG.log(
        INFO, "artifact %s: %s by %s".formatted(unused.key(), decision.action(), decision.by()));
    done.add(unused);
  }

  private Predicate<ArtifactSummary> archivable() {
    Ranking ranking = ranking();
    return it -> it.stage() != Stage.ARCHIVED && ranking.prospect(it) != Prospect.KEPT;
  }

  private Predicate<ArtifactSummary> removable() {
    Ranking ranking = ranking();
    return it -> ranking.prospect(it) == Prospect.REMOVABLE;
  }

  private Ranking ranking() {
    return new Ranking(settings.ranking, clock.instant());
  }

  private List<ArtifactSummary> found(Scope scope, Predicate<ArtifactSummary> condition) {
    return store.summaries(scope.tenant()).stream()
        .filter(it -> scope.role().map(it.key().role()::equals).orElse(true))
        .filter(condition)
        .toList();
  }
}

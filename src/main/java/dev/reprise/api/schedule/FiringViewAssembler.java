package dev.reprise.api.schedule;

import dev.reprise.api.schedule.FiringView.RunOfFiring;
import dev.reprise.queue.row.Runs;
import dev.reprise.schedule.Firing;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Shows firings with their runs, which it reads with one query. */
@ApplicationScoped
class FiringViewAssembler {

  private final Runs runs;

  @Inject
  FiringViewAssembler(Runs runs) {
    this.runs = runs;
  }

  public FiringView of(Firing firing, UriInfo uri) {
    return of(List.of(firing), uri).getFirst();
  }

  public List<FiringView> of(List<Firing> firings, UriInfo uri) {
    List<UUID> begun = firings.stream().filter(it -> it.attempts() > 0).map(Firing::id).toList();
    Map<UUID, RunOfFiring> found =
        runs.find(begun).stream()
            .map(run -> RunOfFiring.of(run, uri))
            .collect(Collectors.toMap(RunOfFiring::id, it -> it));
    return firings.stream()
        .map(firing -> FiringView.of(firing, Optional.ofNullable(found.get(firing.id()))))
        .toList();
  }
}

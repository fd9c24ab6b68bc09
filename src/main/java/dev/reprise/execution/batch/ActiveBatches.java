package dev.reprise.execution.batch;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The batches that jobs of this server hold. */
@ApplicationScoped
class ActiveBatches {

  private final Map<UUID, ActiveBatch> batches = new ConcurrentHashMap<>();

  void add(ActiveBatch batch) {
    batches.put(batch.id(), batch);
  }

  /** Removes a batch, unless a newer claim of this server has replaced it. */
  void remove(ActiveBatch batch) {
    batches.remove(batch.id(), batch);
  }

  Optional<ActiveBatch> find(UUID id) {
    return Optional.ofNullable(batches.get(id));
  }

  Collection<ActiveBatch> all() {
    return List.copyOf(batches.values());
  }

  int count() {
    return batches.size();
  }
}

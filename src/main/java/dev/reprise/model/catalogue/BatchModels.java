package dev.reprise.model.catalogue;

import dev.reprise.model.batch.BatchModel;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The model providers of this server that answer in batches, by name. */
@ApplicationScoped
public class BatchModels {

  private final List<BatchModel> models;

  @Inject
  BatchModels(ConfiguredModels configured) {
    this(configured.batchModels());
  }

  /** Creates a catalogue of these providers. */
  public BatchModels(List<BatchModel> models) {
    this.models = List.copyOf(models);
  }

  /** Returns the provider of this name, if it answers in batches. */
  public Optional<BatchModel> find(String provider) {
    return models.stream().filter(model -> model.provider().equals(provider)).findFirst();
  }

  /** Returns the names of all. */
  public SortedSet<String> names() {
    return models.stream().map(BatchModel::provider).collect(Collectors.toCollection(TreeSet::new));
  }
}

package dev.reprise.model;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The model providers of this server, by name. Every {@link ChatModel} bean is one. */
@ApplicationScoped
public class ChatModels {

  private final SortedMap<String, ChatModel> providers = new TreeMap<>();

  /** For the container's client proxy. */
  protected ChatModels() {}

  @Inject
  ChatModels(@Any Instance<ChatModel> beans) {
    this(beans.stream().toList());
  }

  /**
   * Gathers providers.
   *
   * @throws IllegalStateException if two have the same name
   */
  public ChatModels(List<ChatModel> models) {
    for (ChatModel model : models) {
      if (providers.put(model.provider(), model) != null) {
        throw new IllegalStateException(
            "two model providers are named '" + model.provider() + "'; rename or remove one");
      }
    }
  }

  /** Returns the provider of this name. */
  public Optional<ChatModel> find(String provider) {
    return Optional.ofNullable(providers.get(provider));
  }

  /** Returns the names of all providers. */
  public SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(providers.keySet()));
  }
}

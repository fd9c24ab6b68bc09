package dev.reprise.model.catalogue;

import dev.reprise.agent.message.Failure;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
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
import java.util.stream.Stream;

/**
 * The model providers of this server by name: all {@link ChatModel} beans and all configured
 * providers.
 *
 * @see ConfiguredModels
 */
@ApplicationScoped
public class ChatModels {

  private final SortedMap<String, ChatModel> providers = new TreeMap<>();

  @Inject
  ChatModels(@Any Instance<ChatModel> beans, ConfiguredModels configured) {
    this(Stream.concat(beans.stream(), configured.models().stream()).toList());
  }

  /**
   * Creates a catalogue of these providers.
   *
   * @throws IllegalStateException if two have the same name
   */
  public ChatModels(List<ChatModel> models) {
    for (ChatModel model : models) {
      if (providers.put(model.provider(), model) != null) {
        throw new IllegalStateException(
            "model providers must have different names; two are named '" + model.provider() + "'");
      }
    }
  }

  /** Stops the start if the configuration of a provider is not valid. It calls no provider. */
  void check(@Observes Startup unused) {
    names();
  }

  /** Returns the provider of this name. */
  public Optional<ChatModel> find(String provider) {
    return Optional.ofNullable(providers.get(provider));
  }

  /**
   * Lets the provider that the request names reply.
   *
   * @throws ModelException if there is no reply; {@code unknown_provider} if there is no provider
   * @throws InterruptedException if the caller was interrupted
   */
  public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
    return reply(request, TokenListener.NONE);
  }

  /**
   * Lets the provider that the request names reply, and passes on the text while it comes.
   *
   * @throws ModelException if there is no reply; {@code unknown_provider} if there is no provider
   * @throws InterruptedException if the caller was interrupted
   */
  public ModelReply reply(ModelRequest request, TokenListener tokens)
      throws ModelException, InterruptedException {
    String provider = request.model().provider();
    ChatModel model = providers.get(provider);
    if (model == null) {
      throw new ModelException(
          new Failure(
              "unknown_provider",
              "this server has no model provider '%s', only %s".formatted(provider, names())));
    }
    return model.reply(request, tokens);
  }

  /** Returns the names of all providers. */
  public SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(providers.keySet()));
  }
}

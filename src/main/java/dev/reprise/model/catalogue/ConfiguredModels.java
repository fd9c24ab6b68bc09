package dev.reprise.model.catalogue;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.model.ChatModel;
import dev.reprise.model.batch.BatchModel;
import dev.reprise.model.provider.ProviderSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * The providers that {@code reprise.models} names. Their creation makes no call.
 *
 * @see ProviderSettings
 */
@ApplicationScoped
public class ConfiguredModels {

  private static final System.Logger LOG = System.getLogger(ConfiguredModels.class.getName());

  private final List<ChatModel> models;
  private final List<BatchModel> batchModels;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid or a key is missing; names the
   *     property
   */
  @Inject
  public ConfiguredModels(Config config, Clock clock) {
    List<ProviderSettings> providers =
        ProviderSettings.names(config).stream()
            .map(name -> ProviderSettings.of(config, name))
            .toList();
    models = providers.stream().map(settings -> model(settings, clock)).toList();
    batchModels =
        providers.stream()
            .flatMap(settings -> batchModel(settings, config, clock).stream())
            .toList();
  }

  private static Optional<BatchModel> batchModel(
      ProviderSettings settings, Config config, Clock clock) {
    return ProviderProtocols.batchModel(
        settings, ProviderSettings.batchPrice(config, settings.name()), clock);
  }

  private static ChatModel model(ProviderSettings settings, Clock clock) {
    LOG.log(INFO, "model provider {0}", settings);
    if (settings.exposesKey()) {
      LOG.log(
          WARNING,
          "model provider {0}: sends its key without encryption; set an https base-url",
          settings.name());
    }
    return ProviderProtocols.chatModel(settings, clock);
  }

  /** Returns the providers in the order of the configuration. */
  public List<ChatModel> models() {
    return models;
  }

  /** Returns those that also answer in batches. */
  public List<BatchModel> batchModels() {
    return batchModels;
  }
}

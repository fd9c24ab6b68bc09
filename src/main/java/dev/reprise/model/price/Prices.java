package dev.reprise.model.price;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.model.provider.ProviderSettings;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The prices of models: first the operator's own, then those of the product. The first price that
 * matches a call counts. A call that no price matches has an unknown cost, which differs from no
 * cost.
 *
 * <p>If no price names the provider of a call, the prices of its kind count, provided that its
 * address is that of the kind: a provider {@code claude} of the kind {@code anthropic} at that
 * kind's address has the prices of {@code anthropic}.
 */
@ApplicationScoped
public class Prices {

  private static final Setting<Path> FILE =
      Setting.optional("reprise.prices.file", SettingType.path()).means("what models cost here");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", FILE);
    }

    @Override
    public void check(Config config) {
      operators(config);
    }
  }

  private final List<Price> prices;

  /**
   * The configured providers that may charge, and those among them with the prices of their kind.
   */
  private final Map<String, Optional<String>> kinds;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a price or a provider is not valid; says where
   */
  @Inject
  Prices(Config config) {
    this(
        Stream.concat(operators(config).stream(), PriceFile.builtIn().stream()).toList(),
        kinds(config));
  }

  Prices(List<Price> prices, Map<String, Optional<String>> kinds) {
    this.prices = List.copyOf(prices);
    this.kinds = Map.copyOf(kinds);
  }

  /** Returns the product's own prices, for no configured provider. */
  public static Prices builtIn() {
    return new Prices(PriceFile.builtIn(), Map.of());
  }

  private static List<Price> operators(Config config) {
    return FILE.find(config).map(PriceFile::read).orElse(List.of());
  }

  private static Map<String, Optional<String>> kinds(Config config) {
    return ProviderSettings.names(config).stream()
        .map(name -> ProviderSettings.of(config, name))
        .filter(it -> !it.isHere())
        .collect(
            toUnmodifiableMap(
                ProviderSettings::name,
                it -> Optional.of(it.kind().configName()).filter(kind -> it.isAtAddressOfKind())));
  }

  void check(@Observes Startup unused) {
    // The call itself creates the bean, so a wrong price stops the start and not the first call.
  }

  /**
   * Returns the cost of a call. It is empty if the model has no price, or if the number of tokens
   * is not known.
   */
  public Optional<Cost> costOf(ModelId model, Usage usage) {
    if (usage.equals(Usage.NONE)) {
      return Optional.empty();
    }
    return price(model, usage)
        .or(
            () ->
                kinds
                    .getOrDefault(model.provider(), Optional.empty())
                    .flatMap(kind -> price(new ModelId(kind, model.name()), usage)))
        .map(price -> price.of(usage));
  }

  /** Returns whether a model has a price, at least for short calls. */
  public boolean isListed(ModelId model) {
    return costOf(model, new Usage(1, 0)).isPresent();
  }

  /**
   * Returns whether a provider may charge for calls. Those that are part of the product do not, nor
   * those on this machine, which are the operator's own.
   */
  public boolean mayCharge(String provider) {
    return kinds.containsKey(provider);
  }

  private Optional<Price> price(ModelId model, Usage usage) {
    for (Price price : prices) { // several times for each call of a model, so without a stream
      if (price.isOf(model, usage)) {
        return Optional.of(price);
      }
    }
    return Optional.empty();
  }
}

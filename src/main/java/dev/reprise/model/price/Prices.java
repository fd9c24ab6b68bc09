package dev.reprise.model.price;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The prices of models: first the operator's own, then those of the product. The first price that
 * matches a call counts. A call that no price matches has an unknown cost, which differs from no
 * cost.
 */
@ApplicationScoped
public class Prices {

  private static final Setting<Path> FILE =
      Setting.optional("reprise.prices.file", SettingType.path(), "what models cost here");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", FILE);
    }

    @Override
    public void check(Config config) {
      new Prices(config);
    }
  }

  private final List<Price> prices;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a price is not valid; says where
   */
  @Inject
  Prices(Config config) {
    this(
        Stream.concat(
                FILE.find(config).map(PriceFile::read).orElse(List.of()).stream(),
                PriceFile.builtIn().stream())
            .toList());
  }

  Prices(List<Price> prices) {
    this.prices = List.copyOf(prices);
  }

  /** Returns the product's own prices. */
  public static Prices builtIn() {
    return new Prices(PriceFile.builtIn());
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
    return prices.stream()
        .filter(price -> price.isOf(model, usage))
        .findFirst()
        .map(price -> price.of(usage));
  }
}

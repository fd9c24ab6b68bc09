package dev.reprise.model.price;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * What models cost: the operator's own prices, and behind them those that come with the product.
 * For a call the first one counts that matches it; a call that none matches has an unknown cost,
 * which is not the same as none.
 */
@ApplicationScoped
public class Prices {

  private List<Price> prices = List.of();

  /** For the container's proxy. */
  Prices() {}

  /**
   * @param file the operator's prices
   * @throws IllegalArgumentException if one of them is wrong; names what and where
   */
  @Inject
  Prices(@ConfigProperty(name = "reprise.prices.file") Optional<Path> file) {
    this(
        Stream.concat(
                file.map(PriceFile::read).orElse(List.of()).stream(), PriceFile.builtIn().stream())
            .toList());
  }

  Prices(List<Price> prices) {
    this.prices = List.copyOf(prices);
  }

  /** Returns the prices that come with the product. */
  public static Prices builtIn() {
    return new Prices(PriceFile.builtIn());
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong price stops the start, not the first call.
  }

  /**
   * Returns what a call cost, or empty if nobody knows: the model has no price here, or its
   * provider does not say how many tokens there were.
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

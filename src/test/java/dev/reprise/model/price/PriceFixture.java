package dev.reprise.model.price;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prices for tests. */
public final class PriceFixture {

  private PriceFixture() {}

  /** Returns an empty price list of a server on which the scripted provider may charge. */
  public static Prices none() {
    return new Prices(List.of(), Map.of("scripted", Optional.empty()));
  }

  /** Returns an empty price list of a server whose providers may not charge. */
  public static Prices unlisted() {
    return new Prices(List.of(), Map.of());
  }

  /** Returns a price list that has all models of the scripted provider, in USD per million. */
  public static Prices scripted(String input, String output) {
    BigDecimal read = new BigDecimal(input);
    return new Prices(
        List.of(
            new Price(
                "scripted",
                "*",
                Optional.empty(),
                read,
                new BigDecimal(output),
                read,
                read,
                LocalDate.of(2026, 1, 2))),
        Map.of());
  }
}

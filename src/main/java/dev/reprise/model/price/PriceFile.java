package dev.reprise.model.price;

import dev.reprise.platform.document.DocumentObject;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.OperatorFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;

/** A list of prices in YAML or JSON: at most 1,000, in a file of at most 256 KiB. */
final class PriceFile {

  private static final String BUILT_IN = "/prices.yaml";

  /** Providers that ask nobody. No page lists them, so they are not in the file. */
  private static final List<Price> OF_OWN_REPLIES =
      Stream.of("scripted", "recorded")
          .map(provider -> Price.free(provider, LocalDate.of(2026, 11, 28)))
          .toList();

  private PriceFile() {}

  /** Returns the prices that are part of the product. */
  static List<Price> builtIn() {
    List<Price> listed = prices(OperatorFile.builtIn(BUILT_IN, DocumentSchema.PRICES));
    return Stream.concat(listed.stream(), OF_OWN_REPLIES.stream()).toList();
  }

  /**
   * Reads an operator's prices, in their order.
   *
   * @throws IllegalArgumentException if the file cannot be read or breaks a rule; names the file,
   *     the place in it, and what is allowed
   */
  static List<Price> read(Path file) {
    return prices(OperatorFile.read("reprise.prices.file", file, DocumentSchema.PRICES));
  }

  private static List<Price> prices(OperatorFile file) {
    return file.objects(PriceFile::price);
  }

  private static Price price(DocumentObject price) {
    BigDecimal input = price.decimal("input").orElseThrow();
    return new Price(
        price.requiredText("provider"),
        price.requiredText("model"),
        price.wholeNumber("maxInputTokens"),
        input,
        price.decimal("output").orElseThrow(),
        price.decimal("cacheRead").orElse(input),
        price.decimal("cacheWrite").orElse(input),
        LocalDate.parse(price.requiredText("date")));
  }
}

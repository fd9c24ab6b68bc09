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

  /** No page lists it, so it is not in the file. */
  private static final Price OF_SCRIPTED_REPLIES =
      Price.free("scripted", LocalDate.of(2026, 11, 28));

  private PriceFile() {}

  /** Returns the prices that are part of the product. */
  static List<Price> builtIn() {
    List<Price> listed = prices(OperatorFile.builtIn(BUILT_IN, DocumentSchema.PRICES));
    return Stream.concat(listed.stream(), Stream.of(OF_SCRIPTED_REPLIES)).toList();
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
    return file.objects().stream().map(PriceFile::price).toList();
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

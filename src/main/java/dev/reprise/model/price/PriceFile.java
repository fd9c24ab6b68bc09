package dev.reprise.model.price;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.SettingsFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A list of prices in YAML or JSON: at most 1,000, in a file of at most 256 KiB. */
final class PriceFile {

  private static final String BUILT_IN = "/prices.yaml";
  private static final int MAX_PRICES = 1000;
  private static final int MAX_TEXT = 256;
  private static final BigDecimal DEAREST = new BigDecimal(1_000_000);
  private static final int MAX_DECIMALS = 6;

  private static final Set<String> MEMBERS =
      Set.of(
          "provider",
          "model",
          "maxInputTokens",
          "input",
          "output",
          "cacheRead",
          "cacheWrite",
          "date",
          "source");

  private final SettingsFile file;

  private PriceFile(SettingsFile file) {
    this.file = file;
  }

  /** Returns the product's own prices. */
  static List<Price> builtIn() {
    return new PriceFile(SettingsFile.builtIn(BUILT_IN)).prices();
  }

  /**
   * Reads an operator's prices, in their order.
   *
   * @throws IllegalArgumentException if the file cannot be read or a price is not valid; names the
   *     file, the place in it and what is allowed
   */
  static List<Price> read(Path file) {
    return new PriceFile(SettingsFile.read("reprise.prices.file", file)).prices();
  }

  private List<Price> prices() {
    JsonNode tree = file.list(MAX_PRICES, "prices");
    List<Price> prices = new ArrayList<>();
    for (int i = 0; i < tree.size(); i++) {
      prices.add(price("prices[%d]".formatted(i), tree.get(i)));
    }
    return prices;
  }

  private Price price(String path, JsonNode price) {
    file.members(path, price, MEMBERS);
    BigDecimal input = amount(path + ".input", price.path("input"));
    source(path + ".source", price.path("source"));
    return new Price(
        text(path + ".provider", price.path("provider")),
        model(path + ".model", price.path("model")),
        tokens(path + ".maxInputTokens", price.path("maxInputTokens")),
        input,
        amount(path + ".output", price.path("output")),
        orElse(input, path + ".cacheRead", price.path("cacheRead")),
        orElse(input, path + ".cacheWrite", price.path("cacheWrite")),
        date(path + ".date", price.path("date")));
  }

  private String text(String path, JsonNode text) {
    if (!text.isTextual() || text.asText().isBlank() || text.asText().length() > MAX_TEXT) {
      throw file.wrong(path, "is a text of 1 to %d characters".formatted(MAX_TEXT));
    }
    return text.asText();
  }

  private String model(String path, JsonNode model) {
    String pattern = text(path, model);
    int star = pattern.indexOf('*');
    if (star >= 0 && star < pattern.length() - 1) {
      throw file.wrong(path, "is a name, or how names begin and then one *");
    }
    return pattern;
  }

  /** The source tells people where a price is from; the server never opens it. */
  private void source(String path, JsonNode source) {
    if (!text(path, source).matches("https?://\\S+")) {
      throw file.wrong(path, "is the http(s) address where the price stands");
    }
  }

  private Optional<Long> tokens(String path, JsonNode number) {
    if (number.isMissingNode()) {
      return Optional.empty();
    }
    if (!number.isIntegralNumber() || !number.canConvertToLong() || number.asLong() < 1) {
      throw file.wrong(path, "is a whole number, at least 1");
    }
    return Optional.of(number.asLong());
  }

  private BigDecimal orElse(BigDecimal input, String path, JsonNode amount) {
    return amount.isMissingNode() ? input : amount(path, amount);
  }

  private BigDecimal amount(String path, JsonNode amount) {
    if (!amount.isBigDecimal() && !amount.isIntegralNumber()) {
      throw notAnAmount(path);
    }
    BigDecimal dollars = amount.decimalValue();
    if (dollars.signum() < 0
        || dollars.compareTo(DEAREST) > 0
        || dollars.stripTrailingZeros().scale() > MAX_DECIMALS) {
      throw notAnAmount(path);
    }
    return dollars;
  }

  private IllegalArgumentException notAnAmount(String path) {
    return file.wrong(
        path,
        "is a number of dollars per million tokens, from 0 to %s, with at most %d decimals"
            .formatted(DEAREST, MAX_DECIMALS));
  }

  private LocalDate date(String path, JsonNode date) {
    try {
      return LocalDate.parse(date.asText());
    } catch (DateTimeParseException e) {
      throw file.wrong(path, "is the day of the price, for example 2026-10-24");
    }
  }
}

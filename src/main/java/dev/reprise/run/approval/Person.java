package dev.reprise.run.approval;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/**
 * Who acts, as one person is told from another. Names that differ only in case, in the width of
 * their characters or in blanks around them are of one person: registries log one person in under
 * each of them. An API key is no person.
 *
 * @param name as it is recorded
 */
public record Person(String name) {

  /** How the names of API keys begin where people have theirs. No person may have such a name. */
  public static final String API_KEY = "api-key:";

  /** Returns whether both names are of one person. */
  public boolean is(String other) {
    return identity().equals(new Person(other).identity());
  }

  /** Returns what is the same for all names of this person. Upper case unites the most letters. */
  public String identity() {
    return Normalizer.normalize(name, Normalizer.Form.NFKC)
        .strip()
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the name of the API key, if this is one. */
  public Optional<String> apiKey() {
    return Optional.of(identity())
        .filter(it -> it.startsWith(API_KEY))
        .map(it -> it.substring(API_KEY.length()));
  }
}

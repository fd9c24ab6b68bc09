package dev.reprise.tool.sql;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The functions that queries may call: those that compute a value from their arguments and do
 * nothing else. It contains no function that writes, waits, reads files or settings, reaches
 * another server, runs text as a query, or makes large results from small arguments (such as {@code
 * repeat}). Tested by {@code SqlSourcesTest}.
 *
 * @param standard names of the database's own functions, in lower case
 * @param added functions that an operator also allows; with a schema if queries must name it
 */
record SqlFunctions(Set<String> standard, Set<String> added) {

  private static final String BUILT_IN =
      """
      abs acos age array_agg array_length array_position array_to_string ascii asin atan atan2 avg
      bigint bit_length bool_and bool_or btrim cardinality ceil ceiling char char_length
      character_length chr coalesce concat concat_ws corr cos cot count covar_pop covar_samp
      cume_dist date date_bin date_part date_trunc day decimal degrees dense_rank double every exp
      extract first_value float floor greatest hour ifnull initcap integer
      isfinite json_agg json_array_elements json_array_elements_text json_array_length
      json_build_array json_build_object json_each json_each_text json_extract_path
      json_extract_path_text json_object_agg json_object_keys json_typeof jsonb_agg
      jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array
      jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text
      jsonb_object_agg jsonb_object_keys jsonb_typeof justify_days justify_hours justify_interval
      lag last_value lcase lead least left length ln locate log log10 lower ltrim make_date max
      md5 min minute mod mode money month now nth_value ntile nullif numeric octet_length overlay
      percent_rank percentile_cont percentile_disc pi position power quarter radians rank
      regexp_count regexp_like regexp_match regexp_replace regexp_substr regr_count regr_intercept
      regr_r2 regr_slope replace reverse right round row_number row_to_json rtrim second sign sin
      smallint split_part sqrt starts_with stddev stddev_pop stddev_samp string_agg string_to_array
      strpos substr substring sum tan time timestamp timestampadd timestampdiff timestamptz timetz
      timezone to_char to_date
      to_json to_jsonb to_number to_timestamp translate trim trunc typeof ucase unnest upper
      value var_pop var_samp varchar variance width_bucket year""";

  /** Words that may come before a parenthesis without a call. */
  private static final String KEYWORDS =
      """
      all and any array as between by case cast character cube dec distinct else escape except
      exists filter from group grouping having in int intersect interval join lateral like
      limit materialized not offset on only or order over partition real recursive rollup
      row rows select sets similar some symmetric then to union using values varying when where
      with within""";

  private static final Set<String> WORDS = words(KEYWORDS);

  /** The functions without those that an operator allows. */
  static final SqlFunctions STANDARD = new SqlFunctions(words(BUILT_IN), Set.of());

  SqlFunctions {
    standard = Set.copyOf(standard);
    added = Set.copyOf(added);
  }

  /** Returns these functions and more. */
  SqlFunctions and(Set<String> more) {
    Set<String> all = new TreeSet<>(added);
    all.addAll(more);
    return new SqlFunctions(standard, all);
  }

  boolean allow(String name) {
    return standard.contains(name) || added.contains(name);
  }

  /** Returns whether an operator allows a function, by its name alone or with its schema. */
  boolean isAdded(String schema, String name) {
    return added.contains(name) || added.contains(schema + "." + name);
  }

  static boolean isKeyword(SqlToken token) {
    return token.kind() == SqlToken.Kind.WORD && WORDS.contains(token.folded());
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split("\\s+")).collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public String toString() {
    Set<String> all = new TreeSet<>(standard);
    all.addAll(added);
    return String.join(", ", all);
  }
}

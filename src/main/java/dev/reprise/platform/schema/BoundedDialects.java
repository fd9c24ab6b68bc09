package dev.reprise.platform.schema;

import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.List;
import java.util.Locale;

/**
 * The dialects of JSON Schema with {@link ExactKeyword exact} and {@link MeteredKeyword metered}
 * keywords. What is compiled by them must be evaluated by {@link BoundedEvaluation}.
 */
public final class BoundedDialects {

  private static final List<Dialect> ALL =
      List.of(
          bounded(Dialects.getDraft202012()),
          bounded(Dialects.getDraft201909()),
          bounded(Dialects.getDraft7()),
          bounded(Dialects.getDraft6()),
          bounded(Dialects.getDraft4()));

  private BoundedDialects() {}

  /** Returns draft 2020-12, for a caller to add keywords and formats. */
  public static Dialect draft202012() {
    return ALL.getFirst();
  }

  /**
   * Returns a registry for schemas of any known draft; one that names none is of draft 2020-12. It
   * fetches nothing.
   */
  public static SchemaRegistry registry(RegularExpressionFactory expressions) {
    return SchemaRegistry.builder()
        .defaultDialectId(SpecificationVersion.DRAFT_2020_12.getDialectId())
        .dialectRegistry(new BasicDialectRegistry(ALL))
        .schemaRegistryConfig(
            SchemaRegistryConfig.builder()
                .locale(Locale.ENGLISH)
                .pathType(PathType.JSON_POINTER)
                .regularExpressionFactory(expressions)
                .build())
        .build();
  }

  private static Dialect bounded(Dialect dialect) {
    Dialect exact = Dialect.builder(dialect).keywords(ExactKeyword.all()).build();
    List<Keyword> metered =
        exact.getKeywords().values().stream()
            .filter(MeteredKeyword::isNeededFor)
            .<Keyword>map(MeteredKeyword::new)
            .toList();
    return Dialect.builder(exact)
        .keywords(metered)
        .unknownKeywordFactory(BoundedDialects::unknown)
        .build();
  }

  /** The library's own factory keeps each keyword that it has ever met, and logs it. */
  private static Keyword unknown(String name, SchemaContext unused) {
    return new AnnotationKeyword(name);
  }
}

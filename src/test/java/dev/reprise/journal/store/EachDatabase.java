package dev.reprise.journal.store;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.BeforeClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Runs the tests of a class on each kind of database, see {@link TestDatabases#current}. In the
 * reports of Maven, run 1 is on Derby and run 2 on PostgreSQL.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ClassTemplate
@ExtendWith(EachDatabase.Runs.class)
public @interface EachDatabase {

  /** One run for each database. */
  final class Runs implements ClassTemplateInvocationContextProvider {

    private static Supplier<DataSource> current = TestDatabases::derby;

    static DataSource current() {
      return current.get();
    }

    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
        ExtensionContext context) {
      return Stream.of(
          new Run("Derby", TestDatabases::derby), new Run("PostgreSQL", TestDatabases::postgres));
    }
  }

  /** The run on one database; the classes of a JVM run one after another. */
  record Run(String name, Supplier<DataSource> database)
      implements ClassTemplateInvocationContext, BeforeClassTemplateInvocationCallback {

    @Override
    public String getDisplayName(int unused) {
      return "on " + name;
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public void beforeClassTemplateInvocation(ExtensionContext context) {
      Runs.current = database;
    }
  }
}

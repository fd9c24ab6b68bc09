package dev.reprise.api.audit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A request whose body has a URL that is a secret: the audit record keeps the scheme and host alone
 * of this and of all that looks like a URL in the body, see {@link dev.reprise.webhook.ShownUrl}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConcealedUrl {

  /** The member of the body. */
  String value();
}

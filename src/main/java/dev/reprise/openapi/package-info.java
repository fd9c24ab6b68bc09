/**
 * Makes the OpenAPI document of the API from its code, during the build.
 *
 * <p>The schemas are what the mappers of the API and of the record read and write, the event types
 * come from their registry, and the types say which members may be absent. So the document cannot
 * differ from the code. This package reads classes, so it may use reflection, and no other package
 * may. The WAR does not contain it.
 */
@NullMarked
package dev.reprise.openapi;

import org.jspecify.annotations.NullMarked;

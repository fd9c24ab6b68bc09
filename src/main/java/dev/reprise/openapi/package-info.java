/**
 * What the API says of itself: an OpenAPI document, made by the build out of the code that answers.
 *
 * <p>Schemas are what the mappers of the wire and of the record read and write, the set of event
 * types is their registry, and what may be left out follows from the types. So the document is true
 * without anybody keeping it so. It is made of classes, which is why reflection is at home here and
 * nowhere else. Nothing of this is in the WAR.
 */
@NullMarked
package dev.reprise.openapi;

import org.jspecify.annotations.NullMarked;

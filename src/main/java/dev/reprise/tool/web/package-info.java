/** Built-in tools that send requests to the web. */
@NullMarked
package dev.reprise.tool.web;

import org.jspecify.annotations.NullMarked;

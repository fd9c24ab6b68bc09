/** Built-in tools that read and change the files of a workspace. */
@NullMarked
package dev.reprise.tool.file;

import org.jspecify.annotations.NullMarked;

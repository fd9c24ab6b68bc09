/** Tests of agents: runs whose ends are compared with what is expected of them. */
@NullMarked
package dev.reprise.cli.agent;

import org.jspecify.annotations.NullMarked;

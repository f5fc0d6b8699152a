/** One launch of a fork, whatever is measured in it: children, warm-up, blocks, and who comes when. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.fork;

/** An experiment from its first fork to its last slice: forks, warm-up, blocks, and who comes when. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.experiment;

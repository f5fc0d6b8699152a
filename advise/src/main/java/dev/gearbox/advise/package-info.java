/** From a workload to a ranking of engines: predictions with intervals, groups of equal engines, reasons. Pure functions of workload and costs. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise;

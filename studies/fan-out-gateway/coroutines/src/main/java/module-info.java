/** A gateway of Kotlin's coroutines. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.coroutines {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires kotlin.stdlib;
    requires kotlinx.coroutines.core;

    exports dev.gearbox.studies.fanoutgateway.coroutines;
}

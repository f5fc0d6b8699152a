package dev.gearbox.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever an engine counts is in the recording, too: also what will be counted one day. */
class EngineStatisticsEventTest {
    @Test
    void noFigureIsLeftOut() throws ReflectiveOperationException {
        RecordComponent[] figures = EngineStats.class.getRecordComponents();
        for (int figure = 0; figure < figures.length; figure++) {
            assertThat(recorded(withOne(figure)))
                    .as(figures[figure].getName() + " in gearbox.EngineStatistics")
                    .isNotEqualTo(recorded(EngineStats.NONE));
        }
    }

    /** All 0 but one. */
    private static EngineStats withOne(int figure) throws ReflectiveOperationException {
        RecordComponent[] figures = EngineStats.class.getRecordComponents();
        Class<?>[] types = Arrays.stream(figures).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[figures.length];
        for (int each = 0; each < values.length; each++) {
            int value = each == figure ? 7 : 0;
            values[each] = types[each].equals(int.class) ? (Object) value : (Object) (long) value;
        }
        return EngineStats.class.getDeclaredConstructor(types).newInstance(values);
    }

    private static List<@Nullable Object> recorded(EngineStats figures) throws ReflectiveOperationException {
        EngineStatisticsEvent event = new EngineStatisticsEvent(new FakeEngine(), null, figures, EngineStats.NONE);
        List<@Nullable Object> values = new ArrayList<>();
        for (Field field : EngineStatisticsEvent.class.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                values.add(field.get(event));
            }
        }
        return values;
    }
}

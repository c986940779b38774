// What a seat reader has to tell, one thing after the other, each again until it was heard.
//
// Plain C++17: nothing here knows ESPHome, so that it can be tried on any computer.

#pragma once

#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>

namespace table_companion {

class TapQueue {
 public:
  // A full queue forgets its oldest: the companion notices the gap in the numbers, and says so.
  static constexpr size_t CAPACITY = 32;
  static constexpr uint32_t AGAIN_MS = 1000;

  // Of a start of this reader: whoever counts from 1 again must say that it is another count.
  void boot(uint32_t chance) {
    char text[9];
    std::snprintf(text, sizeof(text), "%08lx", static_cast<unsigned long>(chance));
    boot_ = text;
  }

  void tap(const std::string &uid, uint32_t now) { put("\"uid\":\"" + uid + "\"", now); }
  void gone(uint32_t now) { put("\"gone\":true", now); }
  void press(uint32_t now) { put("\"button\":\"press\"", now); }
  void hold(uint32_t now) { put("\"button\":\"hold\"", now); }

  // Is something to be told, for the first time or again?
  bool due(uint32_t now) const {
    return !waiting_.empty() && (!sent_ || now - sent_at_ >= AGAIN_MS);
  }

  // The oldest thing that was not heard yet, as JSON.
  std::string next(uint32_t now) {
    sent_ = true;
    sent_at_ = now;
    const Told &oldest = waiting_.front();
    return "{\"boot\":\"" + boot_ + "\",\"n\":" + std::to_string(oldest.n) +
           ",\"ago\":" + std::to_string(now - oldest.at) + "," + oldest.what + "}";
  }

  // The companion has dealt with this one; what it says of others is old.
  void heard(const std::string &boot, uint32_t n) {
    if (boot == boot_ && !waiting_.empty() && waiting_.front().n == n) {
      waiting_.pop_front();
      sent_ = false;
    }
  }

  // The connection is new: nobody knows what became of what was told on the one before.
  void connected() { sent_ = false; }

  bool waits() const { return !waiting_.empty(); }

 private:
  struct Told {
    uint32_t n;
    uint32_t at;
    std::string what;
  };

  void put(const std::string &what, uint32_t now) {
    if (waiting_.size() == CAPACITY) {
      waiting_.pop_front();
      sent_ = false;
    }
    waiting_.push_back({++count_, now, what});
  }

  std::deque<Told> waiting_;
  std::string boot_{"0"};
  uint32_t count_{0};
  uint32_t sent_at_{0};
  bool sent_{false};
};

}  // namespace table_companion

#pragma once
// Texts in lines of so many columns.

#include <string>
#include <string_view>
#include <vector>

namespace gvfn {

/// How many columns a text takes; a letter of several bytes takes one.
std::size_t columns_of(std::string_view text);

/// The words of a text in lines of at most `width` columns. A word that is too long is broken between letters behind
/// one of . / = - _, and where that is not enough, anywhere.
std::vector<std::string> broken(const std::string& text, std::size_t width);

/// The columns of a text's longest word; and of its longest part that is not broken where there is room for it.
std::size_t longest_word(const std::string& text);
std::size_t longest_part(const std::string& text);

}  // namespace gvfn
